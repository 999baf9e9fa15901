import { DATA_KEY, Db } from "./db";
import { createHandlers, fetchFrom } from "./handlers";
import { scenarioHandler } from "./scenarios";

/** Returns null where storage is forbidden. */
function getStorage(): Storage | null {
  try {
    window.localStorage.getItem(DATA_KEY);
    return window.localStorage;
  } catch {
    return null;
  }
}

/**
 * Creates the demo's backend. It needs no service worker, so it also works where service workers are forbidden. All tabs
 * share changes and scenarios through the browser's storage. Without it, they last until the page closes.
 */
export function createDemoBackend() {
  const db = new Db({ storage: getStorage(), profile: "newer" });
  window.addEventListener("storage", ({ key }) => {
    // The key is null when everything was removed.
    if (key === DATA_KEY || key === null) db.refresh();
  });
  const usual = createHandlers(db);
  const handlers = [scenarioHandler(() => db.scenarios, usual), ...usual];
  return { db, handlers, fetch: (request: Request) => fetchFrom(handlers, request) };
}

export const demo = createDemoBackend();
