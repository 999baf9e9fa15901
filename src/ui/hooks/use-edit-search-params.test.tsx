import { act, render } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { type EditSearchParams, useEditSearchParams } from "./use-edit-search-params";

const getCurrentUrl = () => window.location.pathname + window.location.search;
const setParam = (name: string, value: string) => (current: URLSearchParams) => {
  current.set(name, value);
  return `?${current.toString()}`;
};

beforeEach(() => window.history.pushState(null, "", "/fruits?q=red"));

/** Renders the hook in a router at the current URL. The page of `/slow` never loads. */
function open() {
  let edit: EditSearchParams = () => false;
  function Fruits() {
    const editSearchParams = useEditSearchParams("/fruits");
    useLayoutEffect(() => {
      edit = editSearchParams;
    });
    return null;
  }
  const router = createBrowserRouter([
    { path: "/slow", loader: () => new Promise(() => {}) },
    { path: "*", element: <Fruits /> },
  ]);
  onTestFinished(() => router.dispose());
  render(<RouterProvider router={router} />);
  return { router, edit: (...input: Parameters<EditSearchParams>) => edit(...input) };
}

it("doesn't interfere with a page that is loading", async () => {
  const { router, edit } = open();
  await act(async () => void router.navigate("/slow"));
  act(() => expect(edit(setParam("q", "green"))).toBe(false));
  expect(router.state.navigation.location?.pathname).toBe("/slow");
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
