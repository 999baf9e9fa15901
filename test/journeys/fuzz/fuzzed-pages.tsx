import { act, render } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Demo } from "@/app/connection/backend";
import { App, startApp } from "@/app/routes/app";
import { routes } from "@/app/routes/route-table";
import { forgetCollections, refreshCollections } from "@/data/collection/use-collection";
import { createEmulator } from "@/emulator/hosts/emulator";
import { createMutations, type Mutation, mutateJsonText } from "../../json-mutations";
import { drawSample } from "../../sample.mjs";
import { JOURNEY_TIME } from "../support/render-app";

const { isWhole, fuzzSeed } = drawSample();
/** A sample tries other answers whenever the sources change. */
const SEED = fuzzSeed(20261122);
/** A sample draws a fifth of the answers. */
const SHARE = isWhole ? 1 : 5;

/** Records of a list that a page draws at a time: many in one answer cost less than many answers. */
const MAX_RECORDS = 25;

/** A page that shows nothing of a server: between two looks at the page that is tried. */
const EMPTY_PATH = "/nowhere";

/** Answers of the emulator, each changed by what `next` gives; null leaves it whole. */
function createMutatingFetch(next: () => Mutation, isOn: () => boolean) {
  const emulator = createEmulator({ now: () => JOURNEY_TIME });
  const cachedResponses = new Map<string, { readonly text: string; readonly status: number }>();
  const servedResponses: string[] = [];
  let open = 0;
  let changes = 0;

  async function answerOf(request: Request) {
    const name = `${request.method} ${request.url}`;
    const before = cachedResponses.get(name);
    if (before !== undefined) return before;
    const response = await emulator.fetch(request);
    const answer = { text: await response.text(), status: response.status };
    if (request.method === "GET") cachedResponses.set(name, answer);
    return answer;
  }

  return {
    served: servedResponses,
    changes: () => changes,
    isBusy: () => open > 0,
    fetch: async (request: Request): Promise<Response> => {
      open += 1;
      try {
        const { text, status } = await answerOf(request);
        if (status > 299 || !isOn() || text === "")
          return new Response(status === 204 ? null : text, { status });
        const changed = mutateJsonText(text, next, MAX_RECORDS);
        changes += changed.changes;
        servedResponses.push(
          `${request.method} ${new URL(request.url).pathname} ${changed.text.slice(0, 1500)}`,
        );
        return new Response(changed.text, { status, headers: { "Content-Type": "application/json" } });
      } finally {
        open -= 1;
      }
    },
  };
}

/** Looks of one page before it is opened anew. */
const RELOAD_EVERY = 12;

/** Turns in which a page begins to read what it is to read again. */
const MAX_START_TURNS = 25;

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** What a page did with the answers it got. */
interface FuzzResult {
  /** Mutated answers that the page read. */
  readonly answers: number;
  readonly rounds: number;
  /** Everything that should not have happened, with the answers that led to it. */
  readonly failures: readonly string[];
}

/** Opens a page again and again in the running app, each time with other answers, until `atLeast` were served. */
async function fuzzPage(path: string, seed: number, minResponses: number): Promise<FuzzResult> {
  let isMutating = false;
  const server = createMutatingFetch(createMutations(seed), () => isMutating);
  const demo: Demo = {
    key: "phx_demo_all",
    fetch: server.fetch,
    controls: {
      storage: () => Promise.resolve("memory"),
      reset: () => Promise.resolve(),
      faults: () => Promise.resolve([]),
      setFaults: () => Promise.resolve(),
    },
  };
  const failures: string[] = [];
  const recordFailure = (...values: unknown[]) => {
    const parts = values.map((value) =>
      value instanceof Error ? (value.stack ?? value.message) : String(value),
    );
    failures.push(`${parts.join(" ").slice(0, 1500)}\n  after: ${server.served.slice(before).join("\n  ")}`);
  };
  vi.spyOn(console, "error").mockImplementation(recordFailure);
  const onRejection = (error: unknown) => recordFailure("unhandled rejection", error);
  process.on("unhandledRejection", onRejection);
  onTestFinished(() => void process.off("unhandledRejection", onRejection));

  let before = 0;
  let rounds = 0;
  await Promise.all(Object.values(routes).map((route) => route.load()));
  window.history.pushState(null, "", EMPTY_PATH);
  const start = startApp(demo);
  const view = await act(async () => render(<App initialSession={start} />));
  onTestFinished(() => view.unmount());

  const goTo = (address: string) =>
    act(async () => {
      window.history.pushState(null, "", address);
      window.dispatchEvent(new PopStateEvent("popstate"));
      await nextTurn();
    });

  async function waitForIdle() {
    for (let quiet = 0, waits = 0; quiet < 2 && waits < 200; waits += 1) {
      await act(nextTurn);
      // A reading may begin some turns after it was asked for.
      const isEarly = server.served.length === before && rounds < MAX_START_TURNS;
      quiet = isEarly || server.isBusy() || start.queryClient.isFetching() > 0 ? 0 : quiet + 1;
    }
  }

  function check() {
    const text = view.container.textContent ?? "";
    if (text.includes("stopped working")) recordFailure("The page stopped working:", text);
  }

  async function runRound() {
    rounds += 1;
    before = server.served.length;
    if (rounds % RELOAD_EVERY !== 0 && !failures.length) {
      await act(async () => {
        void start.queryClient.invalidateQueries();
        refreshCollections(start.queryClient, [], true);
      });
      await waitForIdle();
      return check();
    }
    await goTo(EMPTY_PATH);
    start.queryClient.clear();
    forgetCollections(start.queryClient);
    await goTo(path);
    await waitForIdle();
    check();
  }

  // The code that comes behind a page's first rows is fetched by the first look.
  await goTo(path);
  await waitForIdle();
  isMutating = true;
  while (server.changes() < minResponses && rounds < minResponses) await runRound();
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  return { answers: server.changes(), rounds, failures };
}

/** An address, and how many changed answers its page draws. A record of a list counts as one, also of what it looks up. */
type FuzzedPage = readonly [path: string, answers: number];

/**
 * Has pages draw changed answers: nothing may be thrown, rejected or complained of, and no page may stop working. The
 * parsing of many more is tried in test/contract/arbitrary-responses.test.ts: drawing costs jsdom a hundred times as much.
 */
export function fuzzPages(pages: readonly FuzzedPage[]): void {
  // A loaded machine takes its time.
  for (const [path, answers] of pages) {
    const minResponses = answers / SHARE;
    test(`${path} stands ${minResponses} changed answers`, { timeout: 900_000 }, async () => {
      vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
      const trial = await fuzzPage(path, SEED, minResponses);
      expect(trial.failures).toEqual([]);
      expect(trial.answers).toBeGreaterThanOrEqual(minResponses);
    });
  }
}
