import { act, renderHook } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useLeave } from "./use-close-drawer";

const FORM = "/p/1/new";
const UNDER = "/p/1/list";
const ELSEWHERE = "/p/1/elsewhere";

const here = () => window.location.pathname;

/** What was opened first: the page under the form, and from there the form. */
function openForm() {
  window.history.pushState({ key: "under" }, "", UNDER);
  window.history.pushState({ key: "form" }, "", FORM);
  return renderHook(() => useLeave(UNDER), { wrapper: BrowserRouter });
}

const gone = () => new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));

beforeEach(() => window.history.pushState(null, "", "/"));

describe("leaving a form", () => {
  it("goes back to where it was opened", async () => {
    const { result } = openForm();
    const go = vi.spyOn(window.history, "go");
    const back = gone();
    result.current.back();
    await act(() => back);
    expect(here()).toBe(UNDER);
    expect(go.mock.calls).toEqual([[-1]]);
  });

  it("goes to the page under it where the form came first", () => {
    window.history.pushState(null, "", FORM);
    const { result } = renderHook(() => useLeave(UNDER), { wrapper: BrowserRouter });
    act(() => result.current.back());
    expect(here()).toBe(UNDER);
  });

  it("takes the form's place in the history", () => {
    const { result } = openForm();
    const length = window.history.length;
    act(() => result.current.to(ELSEWHERE));
    expect(here()).toBe(ELSEWHERE);
    expect(window.history.length).toBe(length);
  });
});

describe.each(["back", "to"] as const)("%s, once the person has gone elsewhere", (way) => {
  it("leads nobody away while the page of that address is not drawn yet", async () => {
    const { result } = openForm();
    window.history.pushState({ key: "elsewhere" }, "", ELSEWHERE);
    const go = vi.spyOn(window.history, "go");
    act(() => result.current[way](UNDER));
    expect(go).not.toHaveBeenCalled();
    expect(here()).toBe(ELSEWHERE);
  });

  it("leads nobody away from a form of the same address that was opened after it", async () => {
    const { result, unmount } = openForm();
    unmount();
    const go = vi.spyOn(window.history, "go");
    act(() => result.current[way](UNDER));
    expect(go).not.toHaveBeenCalled();
    expect(here()).toBe(FORM);
  });
});
