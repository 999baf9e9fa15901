import { act, render } from "@testing-library/react";
import { type ReactNode, useLayoutEffect } from "react";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type CloseDrawer,
  type EditSearchParams,
  findRowIndex,
  findScrollAnchor,
  useCloseDrawer,
  useEditSearchParams,
} from "./use-edit-search-params";

const SLOW_PATH = "/slow";
const getCurrentUrl = () => window.location.pathname + window.location.search;
const setParam = (name: string, value: string) => (current: URLSearchParams) => {
  current.set(name, value);
  return `?${current.toString()}`;
};

beforeEach(() => window.history.pushState(null, "", "/fruits?q=red"));

/** Renders an element in a router at the current URL. The page of `/slow` never loads. */
function renderInRouter(element: ReactNode) {
  const router = createBrowserRouter([
    { path: SLOW_PATH, loader: () => new Promise(() => {}) },
    { path: "*", element },
  ]);
  onTestFinished(() => router.dispose());
  return { router, unmount: render(<RouterProvider router={router} />).unmount };
}

function open() {
  let edit: EditSearchParams = () => false;
  function Fruits() {
    const editSearchParams = useEditSearchParams("/fruits");
    useLayoutEffect(() => {
      edit = editSearchParams;
    });
    return null;
  }
  const { router } = renderInRouter(<Fruits />);
  return { router, edit: (...input: Parameters<EditSearchParams>) => edit(...input) };
}

it("doesn't interfere with a page that is loading", async () => {
  const { router, edit } = open();
  await act(async () => void router.navigate(SLOW_PATH));
  act(() => expect(edit(setParam("q", "green"))).toBe(false));
  expect(router.state.navigation.location?.pathname).toBe(SLOW_PATH);
});

it("doesn't interfere with a navigation to another page", () => {
  const { edit } = open();
  window.history.pushState(null, "", "/fruits/new?q=red");
  act(() => expect(edit(setParam("q", "green"))).toBe(false));
  expect(getCurrentUrl()).toBe("/fruits/new?q=red");
});

it("recognizes other spellings of the path", () => {
  window.history.pushState(null, "", "/fruits/?q=red");
  const { edit } = open();
  act(() => expect(edit(setParam("q", "green"))).toBe(true));
  expect(getCurrentUrl()).toBe("/fruits?q=green");
});

const FORM_PATH = "/p/1/new";
const LIST_PATH = "/p/1/list";
const OTHER_PATH = "/p/1/elsewhere";

/** Renders the hook in a router at the current URL. */
function renderForm() {
  const result: { current: CloseDrawer | null } = { current: null };
  function Form() {
    const closeDrawer = useCloseDrawer(LIST_PATH);
    useLayoutEffect(() => {
      result.current = closeDrawer;
    });
    return null;
  }
  return { result, ...renderInRouter(<Form />) };
}

function openForm() {
  window.history.pushState({ key: "under", idx: 0 }, "", LIST_PATH);
  window.history.pushState({ key: "form", idx: 1 }, "", FORM_PATH);
  return renderForm();
}

describe("leaving a form", () => {
  it("goes to the page below on a first visit", () => {
    window.history.pushState(null, "", FORM_PATH);
    const { result } = renderForm();
    act(() => result.current?.goBack());
    expect(window.location.pathname).toBe(LIST_PATH);
  });

  it("replaces the form in the history", () => {
    const { result } = openForm();
    const length = window.history.length;
    act(() => result.current?.goTo(OTHER_PATH));
    expect(window.location.pathname).toBe(OTHER_PATH);
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
    expect(window.location.pathname).toBe(FORM_PATH);
  });
});

const id = (row: number) => row;

it("findRowIndex finds a row at its old index, elsewhere, or not at all", () => {
  expect(findRowIndex([5, 6, 7], id, 6, 1)).toBe(1);
  expect(findRowIndex([6, 5, 7], id, 6, 1)).toBe(0);
  expect(findRowIndex([5, 7], id, 6, 1)).toBe(-1);
});

it("findScrollAnchor is the same row if it still exists, otherwise the next remaining one, or none", () => {
  expect(findScrollAnchor([1, 2, 3, 4], [9, 8, 1, 2, 3, 4], id, 2)).toEqual({ before: 2, now: 4 });
  expect(findScrollAnchor([1, 2, 3, 4, 5], [5, 4, 1], id, 1)).toEqual({ before: 3, now: 1 });
  expect(findScrollAnchor([1, 2, 3], [7, 8], id, 0)).toBeNull();
});
