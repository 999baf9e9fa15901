import { act, waitFor } from "@testing-library/react";
import { expect, onTestFinished, vi } from "vitest";
import { endpoints } from "@/contract/endpoints";
import { createEmulator, type Emulator } from "@/emulator/hosts/emulator";
import { JOURNEY_TIME, renderApp } from "../support/render-app";
import type { Fault } from "./fault-cases";

/** A row of the tables: which page, and which of its requests fails. */
export interface FaultPage {
  readonly name: string;
  /** The route it belongs to. */
  readonly route: string;
  readonly path: string;
  /** The endpoint that fails. */
  readonly endpoint: string;
  /** Endpoints whose answers would stand in for it: they fail with it. */
  readonly fallbackEndpoints?: readonly string[];
  /** What it says of a fault in words of its own, by the fault's name. */
  readonly customMessages?: Readonly<Record<string, Partial<Fault>>>;
  /** Faults that it takes in a way of its own, each with what that is. */
  readonly inapplicable?: Readonly<Record<string, string>>;
  /** Where the words stand; nothing while they do not. */
  readonly messageElement: () => Element | null;
  /** What can be seen once it can be used. */
  readonly ready: () => Element | null | undefined;
}

const compiled = Object.values(endpoints).map(({ id, method, path }) => {
  const source = path.replace(/:\w+/g, "[^/]+").replace("/environments/", "/(?:environments|projects)/");
  return { id, method, pattern: new RegExp(`${source}$`) };
});

/** The endpoint that a request goes to. */
function endpointIdOf({ method, url }: Request): string | undefined {
  const { pathname } = new URL(url);
  return compiled.find((endpoint) => endpoint.method === method && endpoint.pattern.test(pathname))?.id;
}

/** The same answer, in small pieces that come one after the other. */
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

/** A backend that fails when it is told to, and counts what it is asked. */
function createFaultyBackend(page: Pick<FaultPage, "endpoint" | "fallbackEndpoints">) {
  const emulator = createEmulator({ now: () => JOURNEY_TIME });
  let fault: Fault | null = null;
  let hits = 0;
  const failingEndpoints = [page.endpoint, ...(page.fallbackEndpoints ?? [])];
  const limit = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) =>
    // Thirty seconds of silence in a moment, which the others, who are answered at once, do not come near.
    limit(fault !== null && fault.answer === undefined ? 150 : ms),
  );

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
    });
  };
  const backend: Emulator = { ...emulator, fetch };
  return {
    backend,
    /** How often the failing endpoint was asked. */
    hits: () => hits,
    set: (next: Fault | null) => {
      fault = next;
      online.mockReturnValue(next?.isOffline !== true);
    },
  };
}

/** Makes the app wait fifty times shorter between the tries of a read. */
function speedUpTimers(): void {
  const originalSetTimeout = globalThis.setTimeout;
  const fasterSetTimeout = (call: () => void, ms = 0) =>
    originalSetTimeout(call, ms >= 150 && ms <= 1_200 ? ms / 50 : ms);
  vi.stubGlobal(
    "setTimeout",
    Object.assign(fasterSetTimeout, { __promisify__: originalSetTimeout.__promisify__ }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** Opens the app where the server is asked for nothing. */
export async function openFaultyApp(page: Pick<FaultPage, "endpoint" | "fallbackEndpoints">) {
  speedUpTimers();
  const faulty = createFaultyBackend(page);
  const app = await renderApp({ path: EMPTY_PATH, emulator: faulty.backend });
  return { ...app, ...faulty };
}

/** An address of a project that leads to no page: nothing is drawn sooner. */
const EMPTY_PATH = "/p/1/nowhere";

/** Goes to an address inside the running app. */
export async function goTo(path: string): Promise<void> {
  await act(async () => {
    window.history.pushState(null, "", path);
    window.dispatchEvent(new PopStateEvent("popstate"));
    // The router draws it after the event.
    await new Promise((resolve) => setTimeout(resolve));
  });
}

/** Leaves for a page that asks the server nothing, and comes back. */
export async function leaveAndReturn(path: string): Promise<void> {
  await goTo(EMPTY_PATH);
  await goTo(path);
}

/** What a person can do in a part of the page, by its words. */
export function findButtonIn(
  place: ParentNode | null,
  words: string | RegExp,
): HTMLButtonElement | undefined {
  const isIt = (text: string) => (typeof words === "string" ? text === words : words.test(text));
  return [...(place?.querySelectorAll("button") ?? [])].find((button) =>
    isIt(button.getAttribute("aria-label") ?? button.textContent?.trim() ?? ""),
  );
}

/** That the page is still one: its frame and its name stand, and it has not broken. */
export function expectPageIntact(): void {
  expect(document.querySelector("nav")).not.toBeNull();
  const main = document.querySelector("main");
  expect(main?.querySelector("h1")?.textContent?.trim()).not.toBe("");
  expect(main?.querySelector("h1")).not.toBeNull();
  expect(main?.textContent).not.toContain("Something went wrong on our end");
}

/** A fault in the words of a page. */
export function applicableFaults(
  { customMessages = {}, inapplicable = {} }: Pick<FaultPage, "customMessages" | "inapplicable">,
  faults: readonly Fault[],
): readonly Fault[] {
  return faults
    .filter(({ name }) => !(name in inapplicable))
    .map((fault) => ({ ...fault, ...customMessages[fault.name] }));
}

/** Most characters that a failure and what stands around it may take; what was served is behind a disclosure. */
const MAX_MESSAGE_LENGTH = 4_000;

/** That a failure has its words in their place, and not too many. */
export async function expectFaultMessage(words: () => Element | null, fault: Fault): Promise<void> {
  const { name, title, detail = "" } = fault;
  await waitFor(() => {
    const shown = words()?.textContent ?? "";
    if (!shown.includes(title) || !shown.includes(detail))
      throw new Error(`${name}: “${title}” “${detail.slice(0, 80)}” is not in: ${shown.slice(0, 600)}`);
  });
  expect((words()?.textContent ?? "").length).toBeLessThan(MAX_MESSAGE_LENGTH);
}
