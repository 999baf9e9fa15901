import { QueryClient } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { createClient } from "@/http/client";
import { closeBulkPreview, openBulkPreview, prefetchBulkPreview, useBulkJobs } from "./bulk-job-store";

const api = {
  projectId: "1",
  client: createClient({
    connection: { id: "demo", label: "Demo", baseUrl: "", prefix: "environments", key: "" },
    fetch,
  }),
};

function setUp() {
  const queryClient = new QueryClient();
  const jobs = renderHook(() => useBulkJobs(queryClient)).result;
  const onClosed = vi.fn<(wasShown: boolean) => void>();
  const openPreview = (label: string) =>
    act(() => openBulkPreview(queryClient, api, { label, changes: [], onClosed }));
  const getOpenDialog = () => {
    const now = jobs.current.openDialog;
    if (now?.kind !== "plan") throw new Error("No plan is asked for");
    return now;
  };
  return { queries: queryClient, runs: jobs, onClosed, ask: openPreview, asked: getOpenDialog };
}

describe("a plan that is asked for", () => {
  it("stays until it is closed, and reports that it was shown", () => {
    const { queries: queryClient, runs: jobs, onClosed, ask: openPreview, asked: getOpenDialog } = setUp();
    openPreview("Delete 2 subscriptions");
    expect(getOpenDialog().preview.label).toBe("Delete 2 subscriptions");
    getOpenDialog().onShown();
    expect(onClosed).not.toHaveBeenCalled();
    act(() => closeBulkPreview(queryClient));
    expect(jobs.current.openDialog).toBeNull();
    expect(onClosed.mock.calls).toEqual([[true]]);
    act(() => closeBulkPreview(queryClient));
    expect(onClosed).toHaveBeenCalledTimes(1);
  });

  it("is replaced by another one with its own identity", () => {
    const { onClosed, ask: openPreview, asked: getOpenDialog } = setUp();
    openPreview("First");
    const first = getOpenDialog().id;
    openPreview("Second");
    expect(getOpenDialog().preview.label).toBe("Second");
    expect(getOpenDialog().id).not.toBe(first);
    expect(onClosed.mock.calls).toEqual([[false]]);
  });
});

it("the preview's code is fetched when a preview is expected", () => {
  const { queries: queryClient, runs: jobs } = setUp();
  expect(jobs.current.isPreviewExpected).toBe(false);
  act(() => prefetchBulkPreview(queryClient));
  expect(jobs.current.isPreviewExpected).toBe(true);
});
