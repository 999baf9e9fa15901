// The data of all peers: the emulator's subscriptions, and values that the app's pages derive from them.

const MAX_PAGE = 100;

/** The benchmark stores the emulator's URL and API key in the tab. Without them, the emulator runs in the page. */
const backend = JSON.parse(sessionStorage.getItem("bench.backend"));
const { url, key } = backend ?? { url: location.origin, key: "phx_demo_all" };

async function send(request) {
  if (backend !== null) return fetch(request);
  const { createBrowserEmulator } = await import("@/emulator/hosts/browser");
  const emulator = await createBrowserEmulator();
  return emulator.fetch(request);
}

export async function fetchSubscriptions() {
  const answer = await send(
    new Request(`${url}/api/environments/1/subscriptions/?limit=${MAX_PAGE}`, {
      headers: { Authorization: `Bearer ${key}` },
    }),
  );
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
  return (await answer.json()).results;
}

const DAY_MS = 24 * 60 * 60_000;
const DELIVERIES_PER_WEEK = { daily: 7, weekly: 1, monthly: 12 / 52, yearly: 1 / 52 };

const splitTargets = ({ target_value: targets }) => targets.split(",");

export function listRecipients(subscriptions) {
  const recipients = new Map();
  for (const subscription of subscriptions)
    for (const address of splitTargets(subscription)) {
      const { target_type: channel, next_delivery_date: next, interval, frequency } = subscription;
      const known = recipients.get(address) ?? { id: address, address, channel, count: 0, week: 0, ended: 0 };
      recipients.set(address, {
        ...known,
        count: known.count + 1,
        week: known.week + Math.round((10 * DELIVERIES_PER_WEEK[frequency]) / interval) / 10,
        ended: known.ended + (next === null ? 1 : 0),
        next: next === null || known.next < next ? known.next : next,
      });
    }
  return [...recipients.values()].sort((one, other) => other.count - one.count);
}

const toFinding = (subscription, reason) => ({
  id: subscription.id,
  title: subscription.title,
  source: subscription.dashboard ? `Dashboard ${subscription.dashboard}` : `Insight ${subscription.insight}`,
  schedule: formatSchedule(subscription),
  recipients: splitTargets(subscription).join(", "),
  reason,
});

/** Returns the subscriptions that are overdue, end within 14 days, or have ended, with the reasons. */
export function listFindings(subscriptions) {
  const now = Date.now();
  const timeOf = (date) => (date === null ? Number.NaN : new Date(date).getTime());
  return [
    ...subscriptions
      .filter(({ next_delivery_date: next }) => timeOf(next) < now)
      .map((each) => toFinding(each, `Was due on ${formatDate(each.next_delivery_date)}`)),
    ...subscriptions
      .filter(({ until_date: end }) => timeOf(end) > now && timeOf(end) < now + 14 * DAY_MS)
      .map((each) => toFinding(each, `Ends on ${formatDate(each.until_date)}`)),
    ...subscriptions
      .filter(({ next_delivery_date: next }) => next === null)
      .map((each) => toFinding(each, "Has ended")),
  ];
}

export function formatDate(date) {
  return date === null || date === undefined ? "" : new Date(date).toLocaleString("en");
}

export function formatSchedule({ interval, frequency }) {
  return `Every ${interval} ${frequency}`;
}
