import { act, render } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Demo } from "@/app/connection/backend";
import { App, startApp } from "@/app/routes/app";
import { routes } from "@/app/routes/route-table";
import { forgetCollections, refreshCollections } from "@/data/collection/use-collection";
import { createEmulator } from "@/emulator/hosts/emulator";
import { createMutations, type Mutation, mutateJsonText } from "../../json-mutations";
import { drawSample } from "../../sample.mjs";
import { TEST_TIME } from "../../test-time";

const { isWhole, fuzzSeed } = drawSample();
/** Seed of the mutations. In a sample, the seed changes with the sources. */
const SEED = fuzzSeed(20261122);
/** Divisor of the number of responses. A sample tests a fifth of the responses. */
const RESPONSES_DIVISOR = isWhole ? 1 : 5;

/**
 * Maximum number of records per list. Mutating many records in one response takes less time than
 * sending many responses.
 */
const MAX_RECORDS = 25;

/** URL of a page without requests. Opened between two visits to the tested page. */
const EMPTY_PATH = "/nowhere";

/** Creates a `fetch` that applies mutations from `next` to responses while `isOn` returns true. */
function createMutatingFetch(next: () => Mutation, isOn: () => boolean) {
  const emulator = createEmulator({ now: () => TEST_TIME });
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

/** One in this many rounds clears the caches and opens the page again. The others refetch. */
const RELOAD_EVERY = 12;

/** Maximum number of event loop turns to wait for the first response of a round. */
const MAX_START_TURNS = 25;

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

interface FuzzResult {
  readonly answers: number;
  readonly rounds: number;
  readonly failures: readonly string[];
}

/**
 * Refetches or reopens a page with new mutations, until `minResponses` mutated responses have been
 * sent.
 */
async function fuzzPage(path: string, seed: number, minResponses: number): Promise<FuzzResult> {
  let isMutating = false;
  const server = createMutatingFetch(createMutations(seed), () => isMutating);
  const demo: Demo = {
    fetch: server.fetch,
    controls: {
      storage: () => Promise.resolve("memory"),
      reset: () => Promise.resolve(),
      faults: () => Promise.resolve([]),
      setFaults: () => Promise.resolve(),
      generation: () => Promise.resolve("2025"),
      setGeneration: () => Promise.resolve(),
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
      // A read may start some turns after the page requested it.
      const isEarly = server.served.length === before && waits < MAX_START_TURNS;
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

  // The first visit loads the page's deferred code.
  await goTo(path);
  await waitForIdle();
  isMutating = true;
  while (server.changes() < minResponses && rounds < minResponses) await runRound();
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  return { answers: server.changes(), rounds, failures };
}

/**
 * A URL and the minimum number of mutated responses. Each record of a list counts as one response.
 */
type FuzzedPage = readonly [path: string, answers: number];

/**
 * Renders pages with mutated responses. Nothing may be thrown, rejected or logged, and no page may crash.
 * test/contract/arbitrary-responses.test.ts parses many more responses, because rendering a response in jsdom takes a
 * hundred times as long.
 */
export function fuzzPages(pages: readonly FuzzedPage[]): void {
  // Long timeouts, because the machine may be busy.
  for (const [path, answers] of pages) {
    const minResponses = answers / RESPONSES_DIVISOR;
    test(`${path} renders ${minResponses} mutated responses`, { timeout: 900_000 }, async () => {
      vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
      const trial = await fuzzPage(path, SEED, minResponses);
      expect(trial.failures).toEqual([]);
      expect(trial.answers).toBeGreaterThanOrEqual(minResponses);
    });
  }
}
