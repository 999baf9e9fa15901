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
  it("remembers the board of its connection and project alone", () => {
    const hook = renderPaths();
    act(() => hook.current.remember(["/docs", "/pricing"]));
    expect(renderPaths().current.board).toEqual(["/docs", "/pricing"]);
    expect(renderPaths(apiOf("demo", "2")).current.board).toEqual([]);
    expect(renderPaths(apiOf("other", "1")).current.board).toEqual([]);
  });

  it("offers what was seen before, the latest first, until it is forgotten", () => {
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

  it("remembers a board that was emptied", () => {
    const hook = renderPaths();
    act(() => hook.current.remember(["/docs"]));
    act(() => hook.current.remember([]));
    expect(hook.current).toMatchObject({ board: [], seen: ["/docs"] });
  });

  it("writes nothing where nothing is new", () => {
    const hook = renderPaths();
    act(() => hook.current.remember(["/docs"]));
    const write = vi.spyOn(Storage.prototype, "setItem");
    act(() => hook.current.remember(["/docs"]));
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });

  it.each(INVALID_TEXTS)("takes %s that somebody wrote there for nothing", (text) => {
    localStorage.setItem("environs.vital-paths.demo.1", text);
    expect(renderPaths().current).toMatchObject({ board: [], seen: [] });
  });

  it("cleans what somebody wrote there", () => {
    const text = JSON.stringify({ board: ["https://x.example/docs/", "/docs", "mailto:a@x.co"], seen: [] });
    localStorage.setItem("environs.vital-paths.demo.1", text);
    expect(renderPaths().current.board).toEqual(["/docs"]);
  });
});
