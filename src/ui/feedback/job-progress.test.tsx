import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { JobProgress, TimeStamp } from "./time-stamp";

beforeEach(() => void vi.useFakeTimers());

function renderProgress() {
  const build = (title: string, done: number, detail?: string) => (
    <UiProvider>
      <JobProgress title={title} done={done} total={2} detail={detail} />
    </UiProvider>
  );
  const { rerender } = render(build("Running", 0));
  return {
    show: (...state: Parameters<typeof build>) => rerender(build(...state)),
    heard: () => screen.getByRole("status").textContent,
  };
}

test.each(["Finished", "Paused"])("says “%s” immediately, and this remains", async (title) => {
  const { show, heard } = renderProgress();
  expect(heard()).toBe("Running 0 of 2.");
  show("Running", 1);
  show(title, 2);
  expect(heard()).toBe(`${title} 2 of 2.`);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(heard()).toBe(`${title} 2 of 2.`);
});

test("offers to retry during a wait, and counts it down although the clock was set back", async () => {
  const onRetryNow = vi.fn();
  const until = Date.now() + 90_000;
  render(
    <UiProvider>
      <JobProgress title="Waiting" done={1} total={2} retryAt={until} onRetryNow={onRetryNow} />
    </UiProvider>,
  );
  expect(screen.getByRole("timer")).toHaveTextContent("Resuming in 1 minute 30 seconds.");
  vi.setSystemTime(Date.now() - 86_400_000);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByRole("timer")).toHaveTextContent("Resuming in 30 seconds.");
  screen.getByRole("button", { name: "Retry now" }).click();
  expect(onRetryNow).toHaveBeenCalledOnce();
});

test("says only every 5 seconds how far a running job is", async () => {
  const { show, heard } = renderProgress();
  show("Running", 1, "1 failed");
  expect(heard()).toBe("Running 0 of 2.");
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(heard()).toBe("Running 1 of 2. 1 failed");
});

test.each(["2026-11-21T10:00:45Z", "2026-11-21T13:00:00Z"])(
  "never shows the past event at %s in the future",
  (iso) => {
    render(
      <UiProvider>
        <TimeStamp iso={iso} now={new Date("2026-11-21T10:00:00Z")} isPast />
      </UiProvider>,
    );
    expect(screen.getByText("now")).toBeInTheDocument();
  },
);
