import { QueryClient } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { createClient } from "@/http/client";
import { askForPlan, closeAsked, expectPlan, useBulkRuns } from "./bulk-job-store";

const api = {
  projectId: "1",
  client: createClient({
    connection: { id: "demo", label: "Demo", baseUrl: "", prefix: "environments", key: "" },
    fetch,
  }),
};

function setUp() {
  const queries = new QueryClient();
  const runs = renderHook(() => useBulkRuns(queries)).result;
  const onClosed = vi.fn<(wasShown: boolean) => void>();
  const ask = (label: string) => act(() => askForPlan(queries, api, { label, writes: [], onClosed }));
  const asked = () => {
    const now = runs.current.asked;
    if (now?.kind !== "plan") throw new Error("No plan is asked for");
    return now;
  };
  return { queries, runs, onClosed, ask, asked };
}

describe("a plan that is asked for", () => {
  it("stands until it is closed, and who asked is told that it was seen", () => {
    const { queries, runs, onClosed, ask, asked } = setUp();
    ask("Delete 2 deliveries");
    expect(asked().plan.label).toBe("Delete 2 deliveries");
    asked().onShown();
    expect(onClosed).not.toHaveBeenCalled();
    act(() => closeAsked(queries));
    expect(runs.current.asked).toBeNull();
    expect(onClosed.mock.calls).toEqual([[true]]);
    act(() => closeAsked(queries));
    expect(onClosed).toHaveBeenCalledTimes(1);
  });

  it("gives way to another one, and is told apart from it", () => {
    const { onClosed, ask, asked } = setUp();
    ask("First");
    const first = asked().id;
    ask("Second");
    expect(asked().plan.label).toBe("Second");
    expect(asked().id).not.toBe(first);
    expect(onClosed.mock.calls).toEqual([[false]]);
  });
});

it("what shows a plan is fetched once one is expected", () => {
  const { queries, runs } = setUp();
  expect(runs.current.isExpected).toBe(false);
  act(() => expectPlan(queries));
  expect(runs.current.isExpected).toBe(true);
});
