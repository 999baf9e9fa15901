import { buildApi } from "@test/support/builders";
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type Api } from "@/data/backend/backend";
import { useVitalPaths } from "@/data/web-vitals/web-vitals";
import {
  storeResumeDate,
  useOwnDomains,
  useResumeDates,
  useSavedViews,
  useVitalBudgets,
} from "./project-settings";

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

const names = (hook: ReturnType<typeof renderViews>) => hook.current.views.map(({ name }) => name);
function renderViews(api = demo, collection = "subscriptions") {
  return renderHook(() => useSavedViews(api, collection)).result;
}

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

  it("are stored per project and remembered, latest first, also when there are none", () => {
    const hook = render();
    act(() => hook.current.remember(["/docs", "/pricing"]));
    expect(render().current.board).toEqual(["/docs", "/pricing"]);
    expect(render(buildApi({ id: "demo", projectId: "2" })).current.board).toEqual([]);
    act(() => hook.current.remember(["/pricing", "/blog"]));
    const seen = ["/blog", "/pricing", "/docs"];
    expect(hook.current).toMatchObject({ board: ["/pricing", "/blog"], seen });
    act(() => hook.current.remember([]));
    expect(hook.current).toMatchObject({ board: [], seen });
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

describe("saved views", () => {
  it("replaces a view with the same name in place", () => {
    const hook = renderViews();
    act(() => void hook.current.save("Late", "q=1"));
    act(() => void hook.current.save("Mine", "q=2"));
    act(() => void hook.current.save("Late", "q=3"));
    expect(hook.current.views.map(({ name, search }) => [name, search])).toEqual([
      ["Late", "q=3"],
      ["Mine", "q=2"],
    ]);
  });

  it("renames, removes and restores a view in place", () => {
    const hook = renderViews();
    for (const name of ["A", "B", "C"]) act(() => void hook.current.save(name, ""));
    const [, second] = hook.current.views;
    act(() => void hook.current.rename(second?.id ?? "", "Bee"));
    expect(names(hook)).toEqual(["A", "Bee", "C"]);
    let undo: (() => boolean) | null = null;
    act(() => {
      undo = hook.current.remove(second?.id ?? "");
    });
    expect(names(hook)).toEqual(["A", "C"]);
    act(() => void undo?.());
    expect(names(hook)).toEqual(["A", "Bee", "C"]);
  });

  it("keeps connections, projects and collections apart", () => {
    const hook = renderViews();
    act(() => void hook.current.save("Late", ""));
    for (const other of [
      renderViews(buildApi({ id: "other" })),
      renderViews(buildApi({ id: "demo", projectId: "2" })),
      renderViews(demo, "exports"),
    ]) {
      expect(names(other)).toEqual([]);
    }
    expect(Object.keys(localStorage)).toEqual(["environs.views.demo.1.subscriptions"]);
  });

  it("updates other components and tabs", () => {
    const hook = renderViews();
    const elsewhere = renderViews();
    act(() => void hook.current.save("Late", ""));
    expect(names(elsewhere)).toEqual(["Late"]);
    const [key = ""] = Object.keys(localStorage);
    localStorage.setItem(key, JSON.stringify([{ id: "1", name: "From a tab", search: "" }]));
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
    expect(names(hook)).toEqual(["From a tab"]);
  });

  it("doesn't undo what another tab saved before its event", () => {
    const hook = renderViews();
    act(() => void hook.current.save("Mine", ""));
    const [key = ""] = Object.keys(localStorage);
    const [mine] = hook.current.views;
    localStorage.setItem(key, JSON.stringify([mine, { id: "2", name: "Theirs", search: "" }]));
    act(() => void hook.current.save("More", ""));
    expect(names(hook)).toEqual(["Mine", "Theirs", "More"]);
  });

  it.each(["{", "null", "7", '[{"id":1},{"id":"a","name":"Whole","search":"q=1"},null]'])(
    "ignores invalid data: %s",
    (text) => {
      localStorage.setItem("environs.views.demo.1.subscriptions", text);
      expect(names(renderViews())).toEqual(text.startsWith("[") ? ["Whole"] : []);
    },
  );

  it("reports full storage, and recovers", () => {
    const hook = renderViews();
    const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    let isSaved = true;
    act(() => {
      isSaved = hook.current.save("Late", "");
    });
    expect(isSaved).toBe(false);
    expect(hook.current.error).toMatch(/full/);
    expect(hook.current.views).toEqual([]);
    setItem.mockRestore();
    act(() => void hook.current.save("Late", ""));
    expect(hook.current.error).toBeNull();
    expect(names(hook)).toEqual(["Late"]);
  });
});
