import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";
import { useVitalPaths } from "./vital-paths";

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
const renderPaths = (api = demo) => renderHook(() => useVitalPaths(api)).result;
const INVALID_TEXTS = ["{", "7", '{"a":1}', "[1]", "null", '{"board":[1],"seen":[]}'];

describe("useVitalPaths", () => {
  it("stores the board per connection and project", () => {
    const hook = renderPaths();
    act(() => hook.current.remember(["/docs", "/pricing"]));
    expect(renderPaths().current.board).toEqual(["/docs", "/pricing"]);
    expect(renderPaths(apiOf("demo", "2")).current.board).toEqual([]);
    expect(renderPaths(apiOf("other", "1")).current.board).toEqual([]);
  });

  it("returns seen paths, latest first, until they are forgotten", () => {
    const hook = renderPaths();
    act(() => hook.current.remember(["/docs", "/pricing"]));
    act(() => hook.current.remember(["/pricing", "/blog"]));
    expect(hook.current).toMatchObject({
      board: ["/pricing", "/blog"],
      seen: ["/blog", "/pricing", "/docs"],
    });
    act(() => hook.current.forget(["/docs", "/blog"]));
    expect(hook.current.seen).toEqual(["/blog", "/pricing"]);
    expect(hook.current.board).toEqual(["/pricing", "/blog"]);
  });

  it("stores an empty board", () => {
    const hook = renderPaths();
    act(() => hook.current.remember(["/docs"]));
    act(() => hook.current.remember([]));
    expect(hook.current).toMatchObject({ board: [], seen: ["/docs"] });
  });

  it("writes nothing without a change", () => {
    const hook = renderPaths();
    act(() => hook.current.remember(["/docs"]));
    const write = vi.spyOn(Storage.prototype, "setItem");
    act(() => hook.current.remember(["/docs"]));
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });

  it.each(INVALID_TEXTS)("ignores the invalid stored value %s", (text) => {
    localStorage.setItem("environs.vital-paths.demo.1", text);
    expect(renderPaths().current).toMatchObject({ board: [], seen: [] });
  });

  it("normalizes stored paths", () => {
    const text = JSON.stringify({ board: ["https://x.example/docs/", "/docs", "mailto:a@x.co"], seen: [] });
    localStorage.setItem("environs.vital-paths.demo.1", text);
    expect(renderPaths().current.board).toEqual(["/docs"]);
  });
});
