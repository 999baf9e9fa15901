import { buildApi } from "@test/support/builders";
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type Api } from "@/data/backend/backend";
import { useVitalPaths } from "@/data/web-vitals/web-vitals";
import { storeResumeDate, useOwnDomains, useResumeDates, useVitalBudgets } from "./project-settings";

const demo = buildApi({ id: "demo" });
const INVALID = ["{", "7", '{"a":1}', "[1]", "null"];

/** Settings of a project. Each has its stored value as a list, and can be written or removed. */
const SETTINGS = {
  "own-domains": function useSetting(api: Api) {
    const { domains, setDomains } = useOwnDomains(api);
    return { stored: [...domains], write: (isSet: boolean) => setDomains(isSet ? ["x.co"] : []) };
  },
  "resume-dates": function useSetting(api: Api) {
    return {
      stored: [...useResumeDates(api)],
      write: (isSet: boolean) => storeResumeDate(api, [7, 8], isSet ? "2026-12-01" : null),
    };
  },
  "vital-budgets": function useSetting(api: Api) {
    const { budgets, setBudgets } = useVitalBudgets(api);
    return {
      stored: [...budgets],
      write: (isSet: boolean) => setBudgets(new Map(isSet ? [["LCP", 1]] : [])),
    };
  },
};

describe.each(Object.entries(SETTINGS))("%s", (name, useSetting) => {
  const render = (api = demo) => renderHook(() => useSetting(api)).result;
  const KEY = `environs.${name}.demo.1`;

  it("are stored per connection and project, and removed", () => {
    const hook = render();
    act(() => expect(hook.current.write(true)).toBeNull());
    expect(hook.current.stored).not.toEqual([]);
    expect(render().current.stored).toEqual(hook.current.stored);
    for (const other of [buildApi({ id: "demo", projectId: "2" }), buildApi({ id: "other" })])
      expect(render(other).current.stored).toEqual([]);
    act(() => void hook.current.write(false));
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it.each([...INVALID, '[["LCP","fast"],["LCP",-1],["LCP",null]]', '[{"id":"7"}]'])(
    "ignore the invalid stored value %s",
    (text) => {
      localStorage.setItem(KEY, text);
      expect(render().current.stored).toEqual([]);
    },
  );

  it.each([
    ["QuotaExceededError", /storage is full/],
    ["SecurityError", /browser blocks storage/],
  ])("return an error when saving fails with %s", (error, message) => {
    const hook = render();
    const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("no", error);
    });
    expect(hook.current.write(true)).toMatch(message);
    setItem.mockRestore();
    expect(hook.current.stored).toEqual([]);
  });
});

describe("the paths of the web vitals board", () => {
  const render = (api = demo) => renderHook(() => useVitalPaths(api)).result;

  it("are stored per project, also when there are none", () => {
    const hook = render();
    act(() => hook.current.remember(["/docs", "/pricing"]));
    expect(render().current.board).toEqual(["/docs", "/pricing"]);
    expect(render(buildApi({ id: "demo", projectId: "2" })).current.board).toEqual([]);
    act(() => hook.current.remember([]));
    expect(hook.current).toMatchObject({ board: [], seen: ["/pricing", "/docs"] });
  });

  it("are remembered, latest first", () => {
    const hook = render();
    act(() => hook.current.remember(["/docs", "/pricing"]));
    act(() => hook.current.remember(["/pricing", "/blog"]));
    const board = ["/pricing", "/blog"];
    expect(hook.current).toMatchObject({ board, seen: ["/blog", "/pricing", "/docs"] });
  });

  it.each([...INVALID, '{"board":[1],"seen":[]}'])("ignore the invalid stored value %s", (text) => {
    localStorage.setItem("environs.vital-paths.demo.1", text);
    expect(render().current).toMatchObject({ board: [], seen: [] });
  });

  it("keep their exact spelling when read, and lose invalid entries", () => {
    const board = ["https://x.example/docs/", "/docs", "/Docs", "/a/../b", "//c", "/%c3", "mailto:a@x.co"];
    localStorage.setItem("environs.vital-paths.demo.1", JSON.stringify({ board, seen: [] }));
    expect(render().current.board).toEqual(["/docs/", "/docs", "/Docs", "/a/../b", "//c", "/%c3"]);
  });
});
