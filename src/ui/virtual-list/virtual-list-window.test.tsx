import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { WindowList } from "./virtual-list-window";

const items = Array.from({ length: 1_000 }, (_, place) => `Item ${place}`);

/** An observer whose sightings the test tells. */
function watchedSight() {
  const sight: { tell: IntersectionObserverCallback | null } = { tell: null };
  class Observer extends IntersectionObserver {
    constructor(tell: IntersectionObserverCallback) {
      super(tell);
      sight.tell ??= tell;
    }
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  return (place: number, isIntersecting: boolean, height = 0) => {
    const target = document.querySelector(`[data-chunk="${place}"]`);
    if (target === null) throw new Error("no such chunk");
    const entry = { target, isIntersecting, boundingClientRect: new DOMRect(0, 0, 100, height) };
    // The list looks at these three alone.
    const entries: IntersectionObserverEntry[] = [];
    Reflect.set(entries, 0, entry);
    act(() => sight.tell?.(entries, new IntersectionObserver(() => {})));
  };
}

test("draws what is near the window, and keeps the room of the rest", () => {
  const see = watchedSight();
  render(
    <WindowList label="Things" items={items} keyOf={(item) => item} itemHeight={20}>
      {(item) => <button type="button">{item}</button>}
    </WindowList>,
  );
  expect(screen.getAllByRole("listitem")).toHaveLength(50);
  expect(screen.getByText("Item 49").closest("li")).toHaveAttribute("aria-posinset", "50");
  expect(document.querySelector('[data-chunk="1"]')).toHaveStyle({ height: "1000px" });

  screen.getByRole("list", { name: "Things, 1 to 50 of 1,000" });
  see(1, true);
  screen.getByText("Item 99");
  see(0, false, 1_234);
  expect(screen.queryByText("Item 0")).toBeNull();
  // What it measured is kept, not what was guessed.
  expect(document.querySelector('[data-chunk="0"]')).toHaveStyle({ height: "1234px" });
});

test("what has the focus is not folded away", () => {
  const see = watchedSight();
  render(
    <WindowList label="Things" items={items} keyOf={(item) => item} itemHeight={20}>
      {(item) => <button type="button">{item}</button>}
    </WindowList>,
  );
  act(() => screen.getByRole("button", { name: "Item 3" }).focus());
  see(0, false, 900);
  expect(screen.getByRole("button", { name: "Item 3" })).toHaveFocus();
});
