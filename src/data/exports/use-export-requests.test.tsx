import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { exportServer } from "@/testing/fake-export-server";
import { listMakings, makeExports, stopWaiting, useMakings } from "./export-requests";

it("shows the creations of a project as they go on, and keeps the list while nothing happens", async () => {
  const server = exportServer();
  const { api, queries } = server;
  server.answers.push("held");
  const { result, rerender } = renderHook(() => useMakings(queries, api));
  const elsewhere = renderHook(() => useMakings(queries, { ...api, projectId: "2" })).result;
  expect(result.current).toEqual([]);
  act(() => void makeExports(queries, api, [{ insight: 4, export_format: "text/csv" }]));
  const id = result.current[0]?.id ?? "";
  expect(result.current).toMatchObject([{ id, state: "sending" }]);
  const before = result.current;
  rerender();
  expect(result.current).toBe(before);
  await vi.waitFor(() => expect(server.sent).toHaveLength(1));
  act(() => stopWaiting(queries, id));
  expect(result.current).toMatchObject([{ id, state: "unknown" }]);
  await act(async () => {
    server.release();
    await vi.waitFor(() => expect(listMakings(queries, api)).toMatchObject([{ state: "made" }]));
  });
  expect(result.current).toMatchObject([{ id, state: "made", record: { id: 101 } }]);
  expect(elsewhere.current).toEqual([]);
});
