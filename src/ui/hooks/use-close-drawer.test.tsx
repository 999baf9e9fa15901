import { act, render } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type CloseDrawer, useCloseDrawer } from "./use-edit-search-params";

const FORM_PATH = "/p/1/new";
const LIST_PATH = "/p/1/list";
const OTHER_PATH = "/p/1/elsewhere";
const SLOW_PATH = "/p/1/slow";

const getPathname = () => window.location.pathname;

/** Renders the hook in a router at the current URL. The page of `/p/1/slow` never loads. */
function renderForm() {
  const result: { current: CloseDrawer | null } = { current: null };
  function Form() {
    const closeDrawer = useCloseDrawer(LIST_PATH);
    useLayoutEffect(() => {
      result.current = closeDrawer;
    });
    return null;
  }
  const router = createBrowserRouter([
    { path: SLOW_PATH, loader: () => new Promise(() => {}) },
    { path: "*", element: <Form /> },
  ]);
  onTestFinished(() => router.dispose());
  const { unmount } = render(<RouterProvider router={router} />);
  return { result, unmount, router };
}

function openForm() {
  window.history.pushState({ key: "under", idx: 0 }, "", LIST_PATH);
  window.history.pushState({ key: "form", idx: 1 }, "", FORM_PATH);
  return renderForm();
}

beforeEach(() => window.history.pushState(null, "", "/"));

describe("leaving a form", () => {
  it("goes to the page below on a first visit", () => {
    window.history.pushState(null, "", FORM_PATH);
    const { result } = renderForm();
    act(() => result.current?.goBack());
    expect(getPathname()).toBe(LIST_PATH);
  });

  it("replaces the form in the history", () => {
    const { result } = openForm();
    const length = window.history.length;
    act(() => result.current?.goTo(OTHER_PATH));
    expect(getPathname()).toBe(OTHER_PATH);
    expect(window.history.length).toBe(length);
  });
});

describe.each(["goBack", "goTo"] as const)("%s, once the person has gone elsewhere", (closeDrawer) => {
  it("doesn't navigate while the next page loads", async () => {
    const { result, router } = openForm();
    await act(async () => void router.navigate(SLOW_PATH));
    const go = vi.spyOn(window.history, "go");
    act(() => result.current?.[closeDrawer](LIST_PATH));
    expect(go).not.toHaveBeenCalled();
    expect(router.state.navigation.location?.pathname).toBe(SLOW_PATH);
  });

  it("doesn't navigate away from a form reopened at the same path", async () => {
    const { result, unmount } = openForm();
    unmount();
    const go = vi.spyOn(window.history, "go");
    act(() => result.current?.[closeDrawer](LIST_PATH));
    expect(go).not.toHaveBeenCalled();
    expect(getPathname()).toBe(FORM_PATH);
  });
});
