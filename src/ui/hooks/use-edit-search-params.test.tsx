import { act, renderHook } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { BrowserRouter } from "react-router-dom";
import { beforeEach, expect, it } from "vitest";
import { useEditSearchParams } from "./use-edit-search-params";

const Wrapper = ({ children }: PropsWithChildren) => <BrowserRouter>{children}</BrowserRouter>;
const getCurrentUrl = () => window.location.pathname + window.location.search;
const setParam = (name: string, value: string) => (current: URLSearchParams) => {
  current.set(name, value);
  return `?${current.toString()}`;
};

beforeEach(() => window.history.pushState(null, "", "/fruits?q=red"));

function open() {
  return renderHook(() => useEditSearchParams("/fruits"), { wrapper: Wrapper }).result;
}

it("doesn't interfere with a navigation to another page", () => {
  const edit = open();
  window.history.pushState(null, "", "/fruits/new?q=red");
  act(() => expect(edit.current(setParam("q", "green"))).toBe(false));
  expect(getCurrentUrl()).toBe("/fruits/new?q=red");
});

it("recognizes other spellings of the path", () => {
  window.history.pushState(null, "", "/fruits/?q=red");
  const edit = open();
  act(() => expect(edit.current(setParam("q", "green"))).toBe(true));
  expect(getCurrentUrl()).toBe("/fruits?q=green");
});
