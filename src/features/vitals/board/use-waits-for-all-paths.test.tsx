import { buildBoardRow, buildVitals } from "@test/support/builders";
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { BoardRow } from "@/features/vitals/model/board-rows";
import { useWaitsForAllPaths } from "./board-table";

const LOADED = buildBoardRow("/", { data: buildVitals([]) });
const PENDING = buildBoardRow("/late", { isFetching: true });

const renderWaiting = (rows: readonly BoardRow[]) =>
  renderHook((each: readonly BoardRow[]) => useWaitsForAllPaths(each), { initialProps: rows });

beforeEach(() => void vi.useFakeTimers());

it("ends when all paths have loaded", () => {
  const { result, rerender } = renderWaiting([LOADED, PENDING]);
  expect(result.current).toBe(true);
  rerender([LOADED, { ...LOADED, path: "/late" }]);
  expect(result.current).toBe(false);
});

it("doesn't hide rows for long when a path is slow", () => {
  const { result } = renderWaiting([LOADED, PENDING]);
  act(() => vi.advanceTimersByTime(499));
  expect(result.current).toBe(true);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe(false);
});

it("doesn't hide the rows again for an added path", () => {
  const { result, rerender } = renderWaiting([LOADED]);
  act(() => vi.advanceTimersByTime(500));
  rerender([LOADED, PENDING]);
  expect(result.current).toBe(false);
});
