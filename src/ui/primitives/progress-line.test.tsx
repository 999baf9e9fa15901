import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ProgressLine } from "./progress-line";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const line = () => screen.queryByRole("progressbar", { name: "Loading page" });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("appears only after a delay", async () => {
  const { rerender } = render(<ProgressLine isActive label="Loading page" />);
  await wait(100);
  expect(line()).not.toBeInTheDocument();
  await wait(100);
  expect(line()).toBeInTheDocument();
  rerender(<ProgressLine isActive={false} label="Loading page" />);
  expect(line()).not.toBeInTheDocument();
});

it("restarts the delay each time", async () => {
  const { rerender } = render(<ProgressLine isActive label="Loading page" />);
  await wait(100);
  rerender(<ProgressLine isActive={false} label="Loading page" />);
  rerender(<ProgressLine isActive label="Loading page" />);
  await wait(100);
  expect(line()).not.toBeInTheDocument();
});
