import { act, renderHook } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useCloseDrawer } from "./use-close-drawer";

const FORM_PATH = "/p/1/new";
const LIST_PATH = "/p/1/list";
const OTHER_PATH = "/p/1/elsewhere";

const getPathname = () => window.location.pathname;

function openForm() {
  window.history.pushState({ key: "under" }, "", LIST_PATH);
  window.history.pushState({ key: "form" }, "", FORM_PATH);
  return renderHook(() => useCloseDrawer(LIST_PATH), { wrapper: BrowserRouter });
}

beforeEach(() => window.history.pushState(null, "", "/"));

describe("leaving a form", () => {
  it("goes to the page below on a first visit", () => {
    window.history.pushState(null, "", FORM_PATH);
    const { result } = renderHook(() => useCloseDrawer(LIST_PATH), { wrapper: BrowserRouter });
    act(() => result.current.goBack());
    expect(getPathname()).toBe(LIST_PATH);
  });

  it("replaces the form in the history", () => {
    const { result } = openForm();
    const length = window.history.length;
    act(() => result.current.goTo(OTHER_PATH));
    expect(getPathname()).toBe(OTHER_PATH);
    expect(window.history.length).toBe(length);
  });
});

describe.each(["goBack", "goTo"] as const)("%s, once the person has gone elsewhere", (closeDrawer) => {
  it("doesn't navigate while the page of the URL isn't rendered", async () => {
    const { result } = openForm();
    window.history.pushState({ key: "elsewhere" }, "", OTHER_PATH);
    const go = vi.spyOn(window.history, "go");
    act(() => result.current[closeDrawer](LIST_PATH));
    expect(go).not.toHaveBeenCalled();
    expect(getPathname()).toBe(OTHER_PATH);
  });

  it("doesn't navigate away from a form reopened at the same path", async () => {
    const { result, unmount } = openForm();
    unmount();
    const go = vi.spyOn(window.history, "go");
    act(() => result.current[closeDrawer](LIST_PATH));
    expect(go).not.toHaveBeenCalled();
    expect(getPathname()).toBe(FORM_PATH);
  });
});
