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

export function listRecipients(subscriptions) {
  const counts = new Map();
  for (const { target_value: targets } of subscriptions)
    for (const address of targets.split(",")) counts.set(address, (counts.get(address) ?? 0) + 1);
  return [...counts].map(([address, count]) => ({ id: address, address, count }));
}

export function listFindings(subscriptions) {
  const now = Date.now();
  return subscriptions.filter(
    ({ next_delivery_date: next }) => next === null || new Date(next).getTime() < now,
  );
}

export const formatDate = (date) => (date === null ? "" : new Date(date).toLocaleString("en"));
