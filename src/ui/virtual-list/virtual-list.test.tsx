import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ChangeReview, VirtualListWindow } from "./virtual-list";

const ITEMS = Array.from({ length: 1_000 }, (_, index) => `Item ${index}`);

/** Scrolls the window, in which the list starts at the top of the page. */
function scrollWindow(y: number) {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, -y));
  act(() => {
    window.scrollY = y;
    fireEvent.scroll(window);
  });
}

function renderList(items: readonly string[]) {
  render(
    <VirtualListWindow label="Things" items={items} getItemKey={(item) => item} estimatedItemHeight={20}>
      {(item) => <button type="button">{item}</button>}
    </VirtualListWindow>,
  );
}

test("renders items near the window, reserves space for the rest, and keeps the focused item", () => {
  renderList(ITEMS);
  expect(screen.getByRole("list", { name: "Things" })).toHaveStyle({ height: "20000px" });
  expect(screen.getAllByRole("listitem").length).toBeLessThan(100);
  act(() => screen.getByRole("button", { name: "Item 3" }).focus());
  scrollWindow(10_000);
  expect(screen.getByText("Item 505").closest("li")).toHaveAttribute("aria-posinset", "506");
  expect(screen.queryByText("Item 4")).toBeNull();
  expect(screen.getByRole("button", { name: "Item 3" })).toHaveFocus();
  scrollWindow(0);
});

test("renders a list of up to 100 items completely, so that the page search finds them", () => {
  renderList(ITEMS.slice(0, 100));
  expect(screen.getAllByRole("listitem")).toHaveLength(100);
});

test("renders changes near the visible part of a scrollable box", () => {
  render(
    <ChangeReview
      label="Changes"
      count={1_000}
      getChange={(index) => ({ name: `Item ${index}`, fields: [] })}
    />,
  );
  const box = screen.getByRole("region", { name: "Changes" });
  act(() => {
    box.scrollTop = 32_500;
    fireEvent.scroll(box);
  });
  expect(screen.getByText("Item 505").closest("li")).toHaveAttribute("aria-setsize", "1000");
  expect(screen.queryByText("Item 4")).toBeNull();
});
