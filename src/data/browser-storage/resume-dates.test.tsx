import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";
import { storeResumeDate, useResumeDates } from "./resume-dates";

const client = createClient({
  connection: { id: "test", label: "Test", baseUrl: "", prefix: "environments", key: "phx_test" },
  fetch: () => Promise.reject(new Error("no request is expected")),
});
const api: Api = { client, projectId: "1" };

describe("resume dates", () => {
  it("are stored per project, and removed", () => {
    const { result } = renderHook(() => useResumeDates(api));
    act(() => void storeResumeDate(api, [7, 8], "2026-12-01"));
    expect([...result.current.dates]).toEqual([
      [7, "2026-12-01"],
      [8, "2026-12-01"],
    ]);
    expect(renderHook(() => useResumeDates({ client, projectId: "2" })).result.current.dates.size).toBe(0);
    act(() => void result.current.setDate([7, 8], null));
    expect(result.current.dates.size).toBe(0);
    expect(localStorage).toHaveLength(0);
  });

  it("ignore damaged stored data", () => {
    localStorage.setItem("environs.resume-dates.test.1", '[{"id":"7"}]');
    expect(renderHook(() => useResumeDates(api)).result.current.dates.size).toBe(0);
  });
});
