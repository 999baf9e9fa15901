import { DATA_KEY, Db } from "./db";
import { createHandlers } from "./handlers";
import { fetchFrom } from "./mocks";
import { type ActiveScenario, parseScenarios, scenarioHandler } from "./scenarios";

const SCENARIOS_KEY = "environs.demo-scenarios";

/** Returns null where storage is forbidden. */
function getStorage(): Storage | null {
  try {
    window.localStorage.getItem(DATA_KEY);
    return window.localStorage;
  } catch {
    return null;
  }
}

function readScenarios(storage: Storage | null): readonly ActiveScenario[] {
  try {
    return parseScenarios(JSON.parse(storage?.getItem(SCENARIOS_KEY) ?? "[]"));
  } catch {
    return [];
  }
}

/**
 * Creates the demo's backend. It needs no service worker, so it also works where service workers are forbidden. All tabs
 * share changes and scenarios through the browser's storage. Without it, they last until the page closes.
 */
export function createDemoBackend() {
  const storage = getStorage();
  const db = new Db({ storage, profile: "newer" });
  let scenarios = readScenarios(storage);
  window.addEventListener("storage", ({ key }) => {
    // The key is null when everything was removed.
    if (key === DATA_KEY || key === null) db.refresh();
    if (key === SCENARIOS_KEY || key === null) scenarios = readScenarios(storage);
  });
  const usual = createHandlers(db);
  const handlers = [scenarioHandler(() => scenarios, usual), ...usual];
  return {
    db,
    handlers,
    fetch: (request: Request) => fetchFrom(handlers, request),
    scenarios: () => scenarios,
    /** Replaces the scenarios. Ignores unknown ones. */
    setScenarios(next: readonly { readonly endpoint: string; readonly name: string }[]) {
      scenarios = parseScenarios(next);
      try {
        storage?.setItem(SCENARIOS_KEY, JSON.stringify(scenarios));
      } catch {
        // The storage is full, so the scenarios last until the page closes.
      }
    },
  };
}

/** The backend of this page's demo. */
export const demo = createDemoBackend();
