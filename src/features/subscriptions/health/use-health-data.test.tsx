import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useHealthData } from "./use-health-data";

it("scans a loading list again when it has grown by half, and when it stops growing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const scanned: number[] = [];
  const scan = function* (rows: readonly number[]) {
    scanned.push(rows.length);
    yield;
    return rows.length;
  };
  const listOf = (length: number) => Array.from({ length }, (_, index) => index);
  const { rerender, result } = renderHook(({ rows }) => useHealthData(rows, scan), {
    initialProps: { rows: listOf(100) },
  });
  for (let length = 110; length <= 170; length += 10) {
    rerender({ rows: listOf(length) });
    await act(() => vi.advanceTimersByTimeAsync(1_500));
  }
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await vi.waitFor(() => expect(result.current).toBe(170));
  expect(scanned).toEqual([100, 150, 170]);
  // A change without growth doesn't wait for more rows.
  rerender({ rows: listOf(169) });
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  await vi.waitFor(() => expect(result.current).toBe(169));
});
