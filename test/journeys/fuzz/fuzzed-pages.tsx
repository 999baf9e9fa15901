import { act, render } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Demo } from "@/app/connection/backend";
import { App, startApp } from "@/app/routes/app";
import { routes } from "@/app/routes/route-table";
import { forgetCollections, refreshCollections } from "@/data/collection/use-collection";
import { createEmulator } from "@/emulator/hosts/emulator";
import { type Mutation, mutatedText, mutationsOf } from "../../json-mutations";
import { drawSample } from "../../sample.mjs";
import { JOURNEY_TIME } from "../support/render-app";

const { isWhole, fuzzSeed } = drawSample();
/** A sample tries other answers whenever the sources change. */
const SEED = fuzzSeed(20261122);
/** A sample draws a fifth of the answers. */
const SHARE = isWhole ? 1 : 5;

/** Records of a list that a page draws at a time: many in one answer cost less than many answers. */
const KEPT = 25;

/** A page that shows nothing of a server: between two looks at the page that is tried. */
const ELSEWHERE = "/nowhere";

/** Answers of the emulator, each changed by what `next` gives; null leaves it whole. */
function mutatingFetch(next: () => Mutation, isOn: () => boolean) {
  const emulator = createEmulator({ now: () => JOURNEY_TIME });
  const known = new Map<string, { readonly text: string; readonly status: number }>();
  const served: string[] = [];
  let open = 0;
  let changes = 0;

  async function answerOf(request: Request) {
    const name = `${request.method} ${request.url}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const response = await emulator.fetch(request);
    const answer = { text: await response.text(), status: response.status };
    if (request.method === "GET") known.set(name, answer);
    return answer;
  }

  return {
    served,
    changes: () => changes,
    isBusy: () => open > 0,
    fetch: async (request: Request): Promise<Response> => {
      open += 1;
      try {
        const { text, status } = await answerOf(request);
        if (status > 299 || !isOn() || text === "")
          return new Response(status === 204 ? null : text, { status });
        const changed = mutatedText(text, next, KEPT);
        changes += changed.changes;
        served.push(`${request.method} ${new URL(request.url).pathname} ${changed.text.slice(0, 1500)}`);
        return new Response(changed.text, { status, headers: { "Content-Type": "application/json" } });
      } finally {
        open -= 1;
      }
    },
  };
}

/** Looks of one page before it is opened anew. */
const FRESH_EVERY = 12;

/** Turns in which a page begins to read what it is to read again. */
const LONGEST_BEGIN = 25;

const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

/** What a page did with the answers it got. */
interface Trial {
  /** Mutated answers that the page read. */
  readonly answers: number;
  readonly looks: number;
  /** Everything that should not have happened, with the answers that led to it. */
  readonly failures: readonly string[];
}

/** Opens a page again and again in the running app, each time with other answers, until `atLeast` were served. */
async function tryPage(path: string, seed: number, atLeast: number): Promise<Trial> {
  let isMutating = false;
  const server = mutatingFetch(mutationsOf(seed), () => isMutating);
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
  const complain = (...values: unknown[]) => {
    const words = values.map((value) =>
      value instanceof Error ? (value.stack ?? value.message) : String(value),
    );
    failures.push(`${words.join(" ").slice(0, 1500)}\n  after: ${server.served.slice(before).join("\n  ")}`);
  };
  vi.spyOn(console, "error").mockImplementation(complain);
  const onRejection = (error: unknown) => complain("unhandled rejection", error);
  process.on("unhandledRejection", onRejection);
  onTestFinished(() => void process.off("unhandledRejection", onRejection));

  let before = 0;
  let looks = 0;
  await Promise.all(Object.values(routes).map((route) => route.load()));
  window.history.pushState(null, "", ELSEWHERE);
  const start = startApp(demo);
  const view = await act(async () => render(<App start={start} />));
  onTestFinished(() => view.unmount());

  const goTo = (address: string) =>
    act(async () => {
      window.history.pushState(null, "", address);
      window.dispatchEvent(new PopStateEvent("popstate"));
      await pause();
    });

  async function settle() {
    for (let quiet = 0, rounds = 0; quiet < 2 && rounds < 200; rounds += 1) {
      await act(pause);
      // A reading may begin some turns after it was asked for.
      const isEarly = server.served.length === before && rounds < LONGEST_BEGIN;
      quiet = isEarly || server.isBusy() || start.queries.isFetching() > 0 ? 0 : quiet + 1;
    }
  }

  function check() {
    const text = view.container.textContent ?? "";
    if (text.includes("stopped working")) complain("The page stopped working:", text);
  }

  async function look() {
    looks += 1;
    before = server.served.length;
    if (looks % FRESH_EVERY !== 0 && !failures.length) {
      await act(async () => {
        void start.queries.invalidateQueries();
        refreshCollections(start.queries, [], true);
      });
      await settle();
      return check();
    }
    await goTo(ELSEWHERE);
    start.queries.clear();
    forgetCollections(start.queries);
    await goTo(path);
    await settle();
    check();
  }

  // The code that comes behind a page's first rows is fetched by the first look.
  await goTo(path);
  await settle();
  isMutating = true;
  while (server.changes() < atLeast && looks < atLeast) await look();
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  return { answers: server.changes(), looks, failures };
}

/** An address, and how many changed answers its page draws. A record of a list counts as one, also of what it looks up. */
type TriedPage = readonly [path: string, answers: number];

/**
 * Has pages draw changed answers: nothing may be thrown, rejected or complained of, and no page may stop working. The
 * parsing of many more is tried in test/contract/arbitrary-responses.test.ts: drawing costs jsdom a hundred times as much.
 */
export function tryPages(pages: readonly TriedPage[]): void {
  // A loaded machine takes its time.
  for (const [path, answers] of pages) {
    const least = answers / SHARE;
    test(`${path} stands ${least} changed answers`, { timeout: 900_000 }, async () => {
      vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
      const trial = await tryPage(path, SEED, least);
      expect(trial.failures).toEqual([]);
      expect(trial.answers).toBeGreaterThanOrEqual(least);
    });
  }
}
