// The data of all peers: the emulator's subscriptions over HTTP, and values that the app's pages derive from them.

const MAX_PAGE = 100;

/** The benchmark stores the emulator's URL and API key in the tab. */
const { url, key } = JSON.parse(sessionStorage.getItem("bench.backend"));

export async function fetchSubscriptions() {
  const answer = await fetch(`${url}/api/environments/1/subscriptions/?limit=${MAX_PAGE}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
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
