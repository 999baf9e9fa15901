/** Origin of the stored connection. */
export const LIVE_ORIGIN = "https://eu.example.com";

/**
 * Stores a connection to a live server for this tab. Pass `isReload: true` to `renderApp`, which
 * otherwise clears the storage.
 */
export function storeLiveConnection(key: string): void {
  const connection = {
    id: `${LIVE_ORIGIN} environments`,
    label: "eu.example.com",
    baseUrl: LIVE_ORIGIN,
    prefix: "environments",
    key,
  };
  sessionStorage.clear();
  localStorage.clear();
  sessionStorage.setItem("environs.connections", JSON.stringify([connection]));
  sessionStorage.setItem("environs.active", connection.id);
  localStorage.setItem("environs.pin", "");
}
