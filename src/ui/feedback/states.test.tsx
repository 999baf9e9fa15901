import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Problem } from "@/lib/text/problem";
import { UiProvider } from "@/ui/provider/ui-provider";
import { ErrorState, SkeletonLines } from "./states";

function createThrottledProblem(): Problem {
  return {
    title: "Too many requests",
    detail: "The server is limiting requests. Try again in 34 seconds.",
    canRetry: true,
    retryAt: Date.now() + 34_000,
  };
}

function renderError(problem: Problem) {
  const onRetry = vi.fn<() => void>();
  const state = (given: Problem) => (
    <UiProvider>
      <ErrorState problem={given} onRetry={onRetry} />
    </UiProvider>
  );
  const { rerender, unmount } = render(state(problem));
  return { onRetry, unmount, showAgain: (given: Problem) => rerender(state(given)) };
}

function advanceTime(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}

describe("a requested wait", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it("is counted down, and ends in one retry", () => {
    const throttled = createThrottledProblem();
    const { onRetry, showAgain } = renderError(throttled);
    const line = screen.getByRole("timer");
    expect(line).toHaveTextContent("Try again in 34 seconds");
    advanceTime(1_000);
    expect(line).toHaveTextContent("Try again in 33 seconds");
    // Pages create a new problem object on each render.
    showAgain({ ...throttled });
    advanceTime(32_000);
    expect(line).toHaveTextContent("Try again in 1 second");
    expect(onRetry).not.toHaveBeenCalled();
    advanceTime(1_000);
    expect(onRetry).toHaveBeenCalledTimes(1);
    advanceTime(120_000);
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it("is announced at its start and its end, not every second", () => {
    renderError(createThrottledProblem());
    const alert = screen.getByRole("alert");
    const polite = [...document.querySelectorAll("[aria-live=polite]")];
    const announcements = () => [alert, ...polite].map((region) => region.textContent).join("|");
    const atStart = announcements();
    expect(atStart).toContain("The server is limiting requests. Try again in 34 seconds.");
    advanceTime(20_000);
    expect(announcements()).toBe(atStart);
    expect(alert).not.toContainElement(screen.getByRole("timer"));
    expect(screen.getByRole("timer")).toHaveAttribute("aria-live", "off");
    advanceTime(14_000);
    expect(announcements()).toContain("Retrying…");
  });

  it("doesn't restart when the page is shown again", () => {
    const throttled = createThrottledProblem();
    renderError(throttled).unmount();
    advanceTime(20_000);
    const { onRetry } = renderError(throttled);
    expect(screen.getByRole("timer")).toHaveTextContent("Try again in 14 seconds");
    advanceTime(14_000);
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

it("a skeleton is busy, and announced to screen readers", () => {
  render(
    <UiProvider>
      <SkeletonLines count={3} />
    </UiProvider>,
  );
  expect(screen.getByText("Loading").parentElement).toHaveAttribute("aria-busy", "true");
});
