import { act, renderHook } from "@testing-library/react";
import { startTransition } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useQueryDraft } from "./use-query-draft";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The hook with an address that follows when it is told to. */
function open(address = "") {
  const written: string[] = [];
  const view = renderHook(({ query }) => useQueryDraft(query, (text) => written.push(text)), {
    initialProps: { query: address },
  });
  return {
    written,
    draft: () => view.result.current[0],
    type: (text: string) => act(() => view.result.current[1](text)),
    wait: () => act(() => vi.advanceTimersByTime(500)),
    come: (query: string) => view.rerender({ query }),
    view,
  };
}

it("goes into the address once, after the last key", () => {
  const { written, draft, type, wait } = open();
  type("s");
  type("sa");
  expect(draft()).toBe("sa");
  expect(written).toEqual([]);
  wait();
  expect(written).toEqual(["sa"]);
});

it("keeps a key that comes while its own entry arrives", () => {
  const { draft, type, wait, view } = open();
  type("sa");
  wait();
  act(() => {
    // The key and the address in one go: neither may take the other's place.
    startTransition(() => view.result.current[1]("sal"));
    view.rerender({ query: "sa" });
  });
  expect(draft()).toBe("sal");
});

it("keeps what was typed when the address is two entries behind", () => {
  const { draft, type, wait, come } = open();
  type("sa");
  wait();
  type("sal");
  wait();
  type("sale");
  come("sa");
  expect(draft()).toBe("sale");
  come("sal");
  expect(draft()).toBe("sale");
});

it("follows an address that somebody else has changed", () => {
  const { draft, written, type, wait, come } = open("sales");
  come("");
  expect(draft()).toBe("");
  type("x");
  come("weekly");
  expect(draft()).toBe("weekly");
  wait();
  expect(written).toEqual([]);
});
