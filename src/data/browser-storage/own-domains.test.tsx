import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";
import { useOwnDomains } from "./own-domains";

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
const renderDomains = (api = demo) => renderHook(() => useOwnDomains(api)).result;
const KEY = "environs.own-domains.demo.1";

describe("useOwnDomains", () => {
  it("stores domains per connection and project", () => {
    const hook = renderDomains();
    expect(hook.current.domains).toEqual([]);
    act(() => void hook.current.setDomains(["x.co", "y.example"]));
    expect(hook.current.domains).toEqual(["x.co", "y.example"]);
    expect(renderDomains().current.domains).toEqual(["x.co", "y.example"]);
    expect(renderDomains(apiOf("demo", "2")).current.domains).toEqual([]);
    expect(renderDomains(apiOf("other", "1")).current.domains).toEqual([]);
    act(() => void hook.current.setDomains([]));
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it.each(["{", "7", '{"a":1}', "[1]", "null"])("ignores the invalid stored value %s", (text) => {
    localStorage.setItem(KEY, text);
    expect(renderDomains().current.domains).toEqual([]);
  });

  it("returns an error when saving fails", () => {
    const hook = renderDomains();
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(hook.current.setDomains(["x.co"])).toMatch(/storage is full/);
    full.mockRestore();
    expect(hook.current.domains).toEqual([]);
  });
});
