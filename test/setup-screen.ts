import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { cleanup, configure, prettyDOM } from "@testing-library/react";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { memoryOnly } from "@/data/journal/journal-entry";
import "./jsdom-polyfills";
import { restoreGlobals } from "./restore-globals";
import { stopClock } from "./test-time";

// Tests use the 24-hour clock, regardless of the computer's language.
vi.mock("@/lib/time/hour-cycle", async (importOriginal) => {
  const { hasTwelveHourClock } = await importOriginal<typeof import("@/lib/time/hour-cycle")>();
  return { hasTwelveHourClock: (locale?: string) => locale !== undefined && hasTwelveHourClock(locale) };
});

/**
 * Creates the error of a failed query. It prints the page only when its message is read. A waiting
 * query fails many times before it succeeds, and printing a page takes longer than searching it.
 */
function queryError(message: string | null, container: Element): Error {
  const error = new Error(message ?? "");
  error.name = "TestingLibraryElementError";
  Object.defineProperty(error, "message", {
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join("\n\n"),
  });
  return error;
}

// The timeout is long, because the machine may be busy.
configure({ asyncUtilTimeout: 5_000, getElementError: queryError });

let unexpectedMessages: string[] = [];

/** Returns a function that records an unexpected console message. A test that expects a message mocks the console. */
function recordMessage(kind: string): (...values: unknown[]) => void {
  return (...values) => {
    const texts = values.map((value) =>
      value instanceof Error ? (value.stack ?? value.message) : String(value),
    );
    unexpectedMessages.push(`${kind}: ${texts.join(" ")}`);
  };
}

/**
 * Makes jsdom forget the last element that matched `:focus-visible`. jsdom would otherwise remember it after its
 * removal, and the first element that Tab focuses in the next test wouldn't match.
 */
function forgetVisibleFocus(): void {
  const field = document.createElement("input");
  document.body.append(field);
  field.focus();
  field.matches(":focus-visible");
  // jsdom forgets a focused element that doesn't match anymore. Here, the element doesn't match
  // because the last focus event came from the document.
  field.type = "checkbox";
  document.dispatchEvent(new Event("focus"));
  field.matches(":focus-visible");
  field.remove();
}

function clearStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
}

// Code that is still loading at the end of a file would fail, and then for all further files.
afterAll(() => vi.dynamicImportSettled());

beforeEach(() => {
  stopClock();
  unexpectedMessages = [];
  // Earlier tests may have left entries in memory.
  memoryOnly.clear();
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.spyOn(console, "error").mockImplementation(recordMessage("console.error"));
  vi.spyOn(console, "warn").mockImplementation(recordMessage("console.warn"));
});

const LIVE_REGION =
  "output, [role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]";

/** Returns a live region in another one. One selector for both would take longer than many tests. */
function findNestedRegion(): Element | undefined {
  const regions = new Set(document.querySelectorAll(LIVE_REGION));
  return [...regions].find((region) => {
    let outer = region.parentElement;
    while (outer && !regions.has(outer)) outer = outer.parentElement;
    return outer !== null;
  });
}

// A test that closes the tab during a job leaves the question of its page behind, and the next tests share the window.
const { addEventListener } = window;
const closeQuestions: EventListenerOrEventListenerObject[] = [];
window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: unknown) => {
  if (type === "beforeunload") closeQuestions.push(listener);
  Reflect.apply(addEventListener, window, [type, listener, options]);
};

afterEach(() => {
  for (const listener of closeQuestions.splice(0)) window.removeEventListener("beforeunload", listener);
  // Screen readers may announce such a text twice.
  const nestedRegion = findNestedRegion();
  if (nestedRegion) unexpectedMessages.push(`a live region in another: ${nestedRegion.outerHTML}`);
  cleanup();
  forgetVisibleFocus();
  try {
    restoreGlobals();
  } finally {
    clearStorage();
  }
  if (unexpectedMessages.length > 0)
    throw new Error(`Unexpected console output:\n${unexpectedMessages.join("\n")}`);
});
