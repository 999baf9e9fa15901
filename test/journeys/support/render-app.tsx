import { act, render } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";
import { getResponse, http } from "msw";
import { expect, onTestFinished } from "vitest";
import { App, startApp } from "@/app/app";
import type { Demo } from "@/app/connection/backend";
import { pages } from "@/app/pages";
import { server } from "@/mocks/node";
import { type ActiveScenario, parseScenarios, scenarioHandler } from "@/mocks/scenarios";
import { createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";

// `act` doesn't wait for code that a click loads, so all pages are loaded first.
await Promise.all(Object.values(pages).map((page) => page.load()));

interface RenderAppOptions {
  /** Start URL. Project 1 of the seed is "Demo". */
  readonly path: string;
  readonly mocks?: MockServer;
  /** The demo's scenarios, as chosen in Settings. */
  readonly scenarios?: readonly ActiveScenario[];
  /** The site's `/config.json`. By default, the file doesn't exist, so the site isn't pinned to a server. */
  readonly config?: () => Response;
  /** Whether to simulate a reload in the same tab, which preserves the browser's storage. */
  readonly isReload?: boolean;
  /** Whether the build contains the demo. Defaults to true. */
  readonly hasDemo?: boolean;
  /** Replaces the waits before requests to the demo are retried. */
  readonly sleep?: NonNullable<Demo["sleep"]>;
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: unknown;
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.clone().text();
  return text === "" ? undefined : JSON.parse(text);
}

/** Fails a journey that sends DELETE for a subscription, because the app deletes with PATCH. */
function forbidDeletions(): void {
  const deletions: string[] = [];
  onTestFinished(() => expect({ deletions }).toEqual({ deletions: [] }));
  server.events.on("request:start", ({ request: { method, url } }) => {
    if (method === "DELETE" && url.includes("/subscriptions/")) deletions.push(url);
  });
}

/**
 * Waits until the mocks' responses have arrived and are rendered. Doesn't wait for timers.
 * Content that is still missing won't appear without a timer.
 */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  }
}

/** Opens a URL of the running app, as Back and Forward do. */
export async function goTo(path: string): Promise<void> {
  await act(async () => {
    const { idx = 0 } = window.history.state ?? {};
    window.history.pushState({ idx: idx + 1, key: `${idx + 1} ${path}` }, "", path);
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
}

/** Renders the whole app with the code of all pages. Records its requests to the demo. Mocks are new by default. */
export async function renderApp(options: RenderAppOptions) {
  const {
    path,
    mocks = createMockServer({ origin: window.location.origin, now: () => TEST_TIME }),
    hasDemo = true,
  } = options;
  const sent: SentRequest[] = [];
  forbidDeletions();
  let isOpen = true;
  let { scenarios = [] } = options;
  const handlers = [scenarioHandler(() => scenarios, mocks.handlers)];
  const demo: Demo = {
    ...(options.sleep && { sleep: options.sleep }),
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      sent.push({ method: request.method, path: pathname, search, body: await readBody(request) });
      const response = await getResponse(handlers, request);
      // After its test, a page sends nothing, because the server of the next test would answer.
      return response ?? (isOpen ? fetch(request) : new Promise(() => {}));
    },
    controls: {
      storage: async () => "memory",
      reset: async () => mocks.db.reset(),
      scenarios: async () => scenarios,
      setScenarios: async (next) => {
        scenarios = parseScenarios(next);
      },
      profile: async () => mocks.db.profile,
      setProfile: async (profile) => mocks.db.setProfile(profile),
    },
  };
  if (options.isReload !== true) {
    sessionStorage.clear();
    localStorage.clear();
  }
  window.history.pushState(null, "", path);
  const { config } = options;
  if (config) server.use(http.get("/config.json", config));
  const app = startApp(hasDemo ? demo : null);
  const view = await act(async () => render(<App {...app} />));
  onTestFinished(() => {
    isOpen = false;
    view.unmount();
    app.router.dispose();
    // Otherwise, reads in the background would continue during the next test.
    app.initialSession.backend?.dispose();
  });
  return {
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    mocks,
    sent,
    scenarios: () => scenarios,
    writes: () => sent.filter((r) => r.method !== "GET"),
  };
}
