import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { type ToastContent, toasts } from "./toasts";

function ToastSample({ content }: { readonly content: ToastContent }) {
  return (
    <button type="button" onClick={() => void toasts.show(content)}>
      Show
    </button>
  );
}

function renderToast(content: ToastContent) {
  render(
    <UiProvider>
      <ToastSample content={content} />
    </UiProvider>,
  );
  screen.getByRole("button", { name: "Show" }).focus();
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
}

function advanceTime(ms: number) {
  act(() => vi.advanceTimersByTime(ms));
  // The closing transition.
  act(() => vi.advanceTimersByTime(1));
}

beforeEach(() => void vi.useFakeTimers());

it("disappears after 8 seconds", () => {
  renderToast({ title: "Saved" });
  advanceTime(7_900);
  expect(screen.getByText("Saved")).toBeInTheDocument();
  advanceTime(200);
  expect(screen.queryByText("Saved")).not.toBeInTheDocument();
});

it.each([
  ["hovered", fireEvent.mouseEnter, fireEvent.mouseLeave],
  ["focused", fireEvent.focus, fireEvent.blur],
])("pauses while %s, and then restarts", (_name, enter, leave) => {
  renderToast({ title: "Saved", action: { label: "Undo", onSelect: () => undefined } });
  advanceTime(11_000);
  const toast = screen.getByRole("group");
  enter(toast);
  advanceTime(60_000);
  expect(toast).toBeInTheDocument();
  leave(toast);
  advanceTime(11_900);
  expect(toast).toBeInTheDocument();
  advanceTime(200);
  expect(toast).not.toBeInTheDocument();
});

it("never takes focus; F8 focuses it, Escape closes it and restores focus", () => {
  const onSelect = vi.fn<() => void>();
  renderToast({ title: "Deleted", action: { label: "Undo", onSelect } });
  const opener = screen.getByRole("button", { name: "Show" });
  expect(opener).toHaveFocus();
  fireEvent.keyDown(opener, { key: "F8" });
  const undo = screen.getByRole("button", { name: "Undo" });
  expect(undo).toHaveFocus();
  fireEvent.keyDown(undo, { key: "Escape" });
  advanceTime(10);
  expect(screen.queryByText("Deleted")).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
  expect(onSelect).not.toHaveBeenCalled();
});

it("continues the others' time when a focused one is dismissed", () => {
  renderToast({ title: "Saved" });
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  const [first] = screen.getAllByRole("button", { name: "Dismiss" });
  act(() => first?.focus());
  fireEvent.click(first ?? document.body);
  advanceTime(10);
  expect(screen.getAllByText("Saved")).toHaveLength(1);
  advanceTime(8_100);
  expect(screen.queryByText("Saved")).not.toBeInTheDocument();
});

it("reserves space at the end of the page", () => {
  // jsdom has no layout.
  let reportHeight = (_height: number) => {};
  vi.stubGlobal(
    "ResizeObserver",
    class extends ResizeObserver {
      constructor(callback: ResizeObserverCallback) {
        super(callback);
        reportHeight = (height) => callback([{ contentRect: { height } } as ResizeObserverEntry], this);
      }
    },
  );
  const reservedHeight = () => document.documentElement.style.getPropertyValue("--ui-toasts");
  renderToast({ title: "Saved" });
  reportHeight(60);
  advanceTime(100);
  expect(reservedHeight()).toBe("60px");
  reportHeight(0);
  advanceTime(100);
  expect(reservedHeight()).toBe("");
});

it("replaces the oldest of more than four", () => {
  renderToast({ title: "Saved" });
  for (let count = 0; count < 4; count += 1) fireEvent.click(screen.getByRole("button", { name: "Show" }));
  advanceTime(10);
  expect(screen.getAllByText("Saved")).toHaveLength(4);
});

it.each([
  ["neutral", "polite"],
  ["positive", "polite"],
  ["danger", "assertive"],
] as const)("announces the tone %s once, in a %s live region that exists before it", (tone, politeness) => {
  render(<UiProvider>{null}</UiProvider>);
  expect(screen.getByRole("region", { name: /Notifications/ })).toHaveTextContent("");
  cleanup();
  renderToast({ title: "Could not save", tone, detail: "Try again." });
  const text = screen.getByText("Try again.");
  const live: Element[] = [];
  for (let element: Element | null = text; element !== null; element = element.parentElement)
    if (element.matches("output, [aria-live], [role=status], [role=alert], [role=log]")) live.push(element);
  expect(live.map((element) => element.getAttribute("aria-live"))).toEqual([politeness]);
});
