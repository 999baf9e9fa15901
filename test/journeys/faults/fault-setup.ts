import { act, waitFor } from "@testing-library/react";
import { expect, onTestFinished, vi } from "vitest";
import { endpoints } from "@/contract/endpoints";
import type { Generation } from "@/emulator/backend/generation";
import { createEmulator, type Emulator } from "@/emulator/hosts/emulator";
import { sleep } from "@/http/retry";
import { TEST_TIME } from "../../test-time";
import { renderApp } from "../support/render-app";
import type { Fault } from "./fault-cases";

export interface FaultPage {
  readonly name: string;
  readonly route: string;
  readonly path: string;
  /** Server generation, for pages that only some servers have. */
  readonly generation?: Generation;
  readonly endpoint: string;
  /** Endpoints that also fail, because their responses would replace the failed one. */
  readonly fallbackEndpoints?: readonly string[];
  /** Messages that differ on this page, by fault name. */
  readonly customMessages?: Readonly<Record<string, Partial<Fault>>>;
  /** Faults that don't apply to the page, or that it handles differently, with the reasons. */
  readonly inapplicable?: Readonly<Record<string, string>>;
  /** Returns the element with the message, or null. */
  readonly messageElement: () => Element | null;
  readonly ready: () => Element | null | undefined;
}

const compiled = Object.values(endpoints).map(({ id, method, path }) => {
  const source = path.replace(/:\w+/g, "[^/]+").replace("/environments/", "/(?:environments|projects)/");
  return { id, method, pattern: new RegExp(`${source}$`) };
});

/** Returns the ID of the endpoint that a request calls. */
export function endpointIdOf({ method, url }: Pick<Request, "method" | "url">): string | undefined {
  const { pathname } = new URL(url);
  return compiled.find((endpoint) => endpoint.method === method && endpoint.pattern.test(pathname))?.id;
}

/** Splits a response into small chunks that arrive one after another. */
function inChunks(response: Response): Response {
  const { body, status, headers } = response;
  if (body === null) return response;
  const slow = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      const size = Math.max(1, Math.ceil(chunk.byteLength / 200));
      for (let from = 0; from < chunk.byteLength; from += size) {
        controller.enqueue(chunk.slice(from, from + size));
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  });
  return new Response(body.pipeThrough(slow), { status, headers });
}

/**
 * Replaces the time limits of requests. A limit expires only when the returned function is called
 * with its request.
 */
function holdTimeLimits(): (request: Request) => void {
  const limits = new WeakMap<Request, AbortController>();
  let latest: AbortController | undefined;
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    latest = new AbortController();
    queueMicrotask(() => {
      latest = undefined;
    });
    return latest.signal;
  });
  // The app creates a request right after its time limit, so the latest limit belongs to it.
  const construct = (target: typeof Request, args: unknown[]) => {
    const request: Request = Reflect.construct(target, args);
    if (latest !== undefined) limits.set(request, latest);
    return request;
  };
  vi.stubGlobal("Request", new Proxy(Request, { construct }));
  return (request) => limits.get(request)?.abort();
}

type FaultBackend = Pick<FaultPage, "endpoint" | "fallbackEndpoints" | "generation">;

/** Creates a backend that fails on demand and counts the requests to the page's endpoint. */
function createFaultyBackend(page: FaultBackend) {
  const { generation } = page;
  const emulator = createEmulator({ now: () => TEST_TIME, ...(generation && { generation }) });
  let fault: Fault | null = null;
  let hits = 0;
  const failingEndpoints = [page.endpoint, ...(page.fallbackEndpoints ?? [])];
  const expireTimeLimit = holdTimeLimits();

  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  onTestFinished(() => online.mockRestore());

  const fetch = async (request: Request): Promise<Response> => {
    const endpoint = endpointIdOf(request) ?? "";
    if (endpoint === page.endpoint) hits += 1;
    if (!failingEndpoints.includes(endpoint)) return emulator.fetch(request);
    if (fault === null) return inChunks(await emulator.fetch(request));
    if (fault.answer !== undefined) return fault.answer();
    return new Promise((_, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
      expireTimeLimit(request);
    });
  };
  const backend: Emulator = { ...emulator, fetch };
  return {
    backend,
    hits: () => hits,
    set: (next: Fault | null) => {
      fault = next;
      online.mockReturnValue(next?.isOffline !== true);
    },
  };
}

/** Maximum delay before a read is retried, in ms. A server can request a longer one with a 429. */
const MAX_RETRY_DELAY_MS = 1_200;

/** Skips the delays between retries, but not a longer delay that the server requests. */
function skipRetryDelays(ms: number, signal?: AbortSignal): Promise<void> {
  return sleep(ms <= MAX_RETRY_DELAY_MS ? 0 : ms, signal);
}

export async function openFaultyApp(page: FaultBackend) {
  const faulty = createFaultyBackend(page);
  const app = await renderApp({ path: EMPTY_PATH, emulator: faulty.backend, sleep: skipRetryDelays });
  return { ...app, ...faulty };
}

/** A URL without a page renders fastest. */
const EMPTY_PATH = "/p/1/nowhere";

export async function goTo(path: string): Promise<void> {
  await act(async () => {
    window.history.pushState(null, "", path);
    window.dispatchEvent(new PopStateEvent("popstate"));
    // The router renders after the event.
    await new Promise((resolve) => setTimeout(resolve));
  });
}

/** Opens a page without requests, then returns to the path. */
export async function leaveAndReturn(path: string): Promise<void> {
  await goTo(EMPTY_PATH);
  await goTo(path);
}

/** Returns the first button inside an element by its label or text. */
export function findButtonIn(
  parent: ParentNode | null,
  name: string | RegExp,
): HTMLButtonElement | undefined {
  const isMatch = (text: string) => (typeof name === "string" ? text === name : name.test(text));
  return [...(parent?.querySelectorAll("button") ?? [])].find((button) =>
    isMatch(button.getAttribute("aria-label") ?? button.textContent?.trim() ?? ""),
  );
}

/** Checks that the page hasn't crashed, and still shows its frame and heading. */
export function expectPageIntact(): void {
  expect(document.querySelector("nav")).not.toBeNull();
  const main = document.querySelector("main");
  expect(main?.querySelector("h1")?.textContent?.trim()).not.toBe("");
  expect(main?.querySelector("h1")).not.toBeNull();
  expect(main?.textContent).not.toContain("Something went wrong on our end");
}

export function applicableFaults(
  { customMessages = {}, inapplicable = {} }: Pick<FaultPage, "customMessages" | "inapplicable">,
  faults: readonly Fault[],
): readonly Fault[] {
  return faults
    .filter(({ name }) => !(name in inapplicable))
    .map((fault) => ({ ...fault, ...customMessages[fault.name] }));
}

/**
 * Maximum length of the text around a failure's message. A collapsed raw response isn't rendered,
 * so it doesn't count.
 */
const MAX_MESSAGE_LENGTH = 4_000;

/** Waits for the message in its expected element, and checks that it isn't too long. */
export async function expectFaultMessage(getMessage: () => Element | null, fault: Fault): Promise<void> {
  const { name, title, detail = "" } = fault;
  await waitFor(() => {
    const shown = getMessage()?.textContent ?? "";
    if (!shown.includes(title) || !shown.includes(detail))
      throw new Error(`${name}: “${title}” “${detail.slice(0, 80)}” is not in: ${shown.slice(0, 600)}`);
  });
  expect((getMessage()?.textContent ?? "").length).toBeLessThan(MAX_MESSAGE_LENGTH);
}
