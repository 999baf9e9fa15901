import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";
import { useVitalBudgets } from "./vital-budgets";

function apiOf(connectionId: string, projectId: string): Api {
  const connection = {
    id: connectionId,
    label: "Demo",
    baseUrl: "",
    prefix: "environments",
    key: "",
  } as const;
  return { client: createClient({ connection, fetch }), projectId };
}

const demo = apiOf("demo", "1");
const renderBudgets = (api = demo) => renderHook(() => useVitalBudgets(api)).result;
const INVALID_TEXTS = ["{", "7", '{"a":1}', "[1]", "null"];

describe("useVitalBudgets", () => {
  it("stores budgets per connection and project", () => {
    const hook = renderBudgets();
    expect(hook.current.budgets.size).toBe(0);
    act(() => void hook.current.setBudgets(new Map([["LCP", 2_000]])));
    expect([...renderBudgets().current.budgets]).toEqual([["LCP", 2_000]]);
    expect(renderBudgets(apiOf("demo", "2")).current.budgets.size).toBe(0);
    act(() => void hook.current.setBudgets(new Map()));
    expect(localStorage.getItem("environs.vital-budgets.demo.1")).toBeNull();
  });

  it.each([...INVALID_TEXTS, '[["LCP","fast"]]', '[["LCP",-1]]', '[["LCP",null]]'])(
    "ignores the invalid stored value %s",
    (text) => {
      localStorage.setItem("environs.vital-budgets.demo.1", text);
      expect(renderBudgets().current.budgets.size).toBe(0);
    },
  );

  it("returns an error when saving fails", () => {
    const hook = renderBudgets();
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(hook.current.setBudgets(new Map([["LCP", 1]]))).toMatch(/storage is full/);
    full.mockImplementation(() => {
      throw new DOMException("no", "SecurityError");
    });
    expect(hook.current.setBudgets(new Map([["LCP", 1]]))).toMatch(/browser blocks storage/);
    full.mockRestore();
  });
});
