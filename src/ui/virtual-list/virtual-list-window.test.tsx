import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { VirtualListWindow } from "./virtual-list-window";

const ITEMS = Array.from({ length: 1_000 }, (_, index) => `Item ${index}`);

/** Replaces IntersectionObserver with one that the test controls. */
function mockIntersectionObserver() {
  const sight: { notify: IntersectionObserverCallback | null } = { notify: null };
  class Observer extends IntersectionObserver {
    constructor(notify: IntersectionObserverCallback) {
      super(notify);
      sight.notify ??= notify;
    }
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  return (index: number, isIntersecting: boolean, height = 0) => {
    const target = document.querySelector(`[data-chunk="${index}"]`);
    if (target === null) throw new Error("no such chunk");
    const entry = { target, isIntersecting, boundingClientRect: new DOMRect(0, 0, 100, height) };
    const entries: IntersectionObserverEntry[] = [];
    Reflect.set(entries, 0, entry);
    act(() => sight.notify?.(entries, new IntersectionObserver(() => {})));
  };
}

test("renders items near the window, and reserves space for the rest", () => {
  const see = mockIntersectionObserver();
  render(
    <VirtualListWindow label="Things" items={ITEMS} getItemKey={(item) => item} estimatedItemHeight={20}>
      {(item) => <button type="button">{item}</button>}
    </VirtualListWindow>,
  );
  expect(screen.getAllByRole("listitem")).toHaveLength(50);
  expect(screen.getByText("Item 49").closest("li")).toHaveAttribute("aria-posinset", "50");
  expect(document.querySelector('[data-chunk="1"]')).toHaveStyle({ height: "1000px" });

  screen.getByRole("list", { name: "Things, 1 to 50 of 1,000" });
  see(1, true);
  screen.getByText("Item 99");
  see(0, false, 1_234);
  expect(screen.queryByText("Item 0")).toBeNull();
  expect(document.querySelector('[data-chunk="0"]')).toHaveStyle({ height: "1234px" });
});

test("keeps the focused item rendered", () => {
  const see = mockIntersectionObserver();
  render(
    <VirtualListWindow label="Things" items={ITEMS} getItemKey={(item) => item} estimatedItemHeight={20}>
      {(item) => <button type="button">{item}</button>}
    </VirtualListWindow>,
  );
  act(() => screen.getByRole("button", { name: "Item 3" }).focus());
  see(0, false, 900);
  expect(screen.getByRole("button", { name: "Item 3" })).toHaveFocus();
});
