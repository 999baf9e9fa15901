import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import type { ToastContent } from "./toast";
import { useToasts } from "./toasts";

function ToastSample({ content }: { readonly content: ToastContent }) {
  const toasts = useToasts();
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

const advanceTime = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe("toasts", () => {
  beforeEach(() => void vi.useFakeTimers());

  it("disappears after 8 seconds", () => {
    renderToast({ title: "Saved" });
    advanceTime(7_900);
    expect(screen.getByText("Saved")).toBeInTheDocument();
    advanceTime(200);
    expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  });

  it("pauses while hovered, and continues with the remaining time", () => {
    renderToast({ title: "Saved", action: { label: "Undo", onSelect: () => undefined } });
    advanceTime(11_000);
    fireEvent.pointerEnter(screen.getByRole("region", { name: /Notifications/ }));
    advanceTime(60_000);
    expect(screen.getByText("Saved")).toBeInTheDocument();
    fireEvent.pointerLeave(screen.getByRole("region", { name: /Notifications/ }));
    advanceTime(900);
    expect(screen.getByText("Saved")).toBeInTheDocument();
    advanceTime(200);
    expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  });

  it("never takes focus; F8 focuses it, Escape closes it and restores focus", () => {
    const onSelect = vi.fn<() => void>();
    renderToast({ title: "Deleted", action: { label: "Undo", onSelect } });
    const opener = screen.getByRole("button", { name: "Show" });
    expect(opener).toHaveFocus();
    fireEvent.keyDown(window, { key: "F8" });
    const undo = screen.getByRole("button", { name: "Undo" });
    expect(undo).toHaveFocus();
    fireEvent.keyDown(undo, { key: "Escape" });
    expect(screen.queryByText("Deleted")).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
    expect(onSelect).not.toHaveBeenCalled();
  });

  it("reserves space at the end of the page", () => {
    // jsdom has no layout.
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(60);
    const reservedHeight = () => document.documentElement.style.getPropertyValue("--ui-toasts");
    renderToast({ title: "Saved" });
    expect(reservedHeight()).toBe("60px");
    advanceTime(8_100);
    expect(reservedHeight()).toBe("");
    vi.restoreAllMocks();
  });

  it.each([
    ["neutral", "polite"],
    ["positive", "polite"],
    ["danger", "assertive"],
  ] as const)("announces the tone %s once, in a %s live region that exists before it", (tone, politeness) => {
    render(<UiProvider>{null}</UiProvider>);
    const regions = screen.getByRole("region", { name: /Notifications/ }).querySelectorAll("[aria-live]");
    expect([...regions].map((region) => region.textContent)).toEqual(["", ""]);
    cleanup();
    renderToast({ title: "Could not save", tone, detail: "Try again." });
    const text = screen.getByText("Try again.");
    const live: Element[] = [];
    for (let element: Element | null = text; element !== null; element = element.parentElement)
      if (element.matches("output, [aria-live], [role=status], [role=alert], [role=log]")) live.push(element);
    expect(live.map((element) => element.getAttribute("aria-live"))).toEqual([politeness]);
  });
});
