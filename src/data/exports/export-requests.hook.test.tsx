import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createExportServer } from "@/testing/fake-export-server";
import { listExportRequests, requestExports, stopWaiting, useExportRequests } from "./export-requests";

it("returns the requests of a project, and a stable list between changes", async () => {
  const server = createExportServer();
  const { api, queryClient } = server;
  server.answers.push("held");
  const { result, rerender } = renderHook(() => useExportRequests(queryClient, api));
  const elsewhere = renderHook(() => useExportRequests(queryClient, { ...api, projectId: "2" })).result;
  expect(result.current).toEqual([]);
  act(() => void requestExports(queryClient, api, [{ insight: 4, export_format: "text/csv" }]));
  const id = result.current[0]?.id ?? "";
  expect(result.current).toMatchObject([{ id, state: "sending" }]);
  const before = result.current;
  rerender();
  expect(result.current).toBe(before);
  await vi.waitFor(() => expect(server.sent).toHaveLength(1));
  act(() => stopWaiting(queryClient, id));
  expect(result.current).toMatchObject([{ id, state: "unknown" }]);
  await act(async () => {
    server.release();
    await vi.waitFor(() => expect(listExportRequests(queryClient, api)).toMatchObject([{ state: "made" }]));
  });
  expect(result.current).toMatchObject([{ id, state: "made", record: { id: 101 } }]);
  expect(elsewhere.current).toEqual([]);
});
