import { buildApi } from "@test/support/builders";
import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useSavedViews } from "./project-settings";

const demo = buildApi({ id: "demo" });
const renderViews = (api = demo, collection = "subscriptions") =>
  renderHook(() => useSavedViews(api, collection)).result;
const names = (hook: ReturnType<typeof renderViews>) => hook.current.views.map(({ name }) => name);

it("stores views with their search", () => {
  const hook = renderViews();
  expect(hook.current.views).toEqual([]);
  act(() => void hook.current.save("Late", "q=is:overdue&sort=next"));
  act(() => void hook.current.save("Mine", "q=by:ana"));
  expect(renderViews().current.views).toEqual([
    { id: expect.any(String), name: "Late", search: "q=is:overdue&sort=next" },
    { id: expect.any(String), name: "Mine", search: "q=by:ana" },
  ]);
});

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
