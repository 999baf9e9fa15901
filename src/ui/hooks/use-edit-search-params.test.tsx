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

it("starts from the browser's URL, not the rendered one", () => {
  const edit = open();
  act(() => {
    const asDrawn = edit.current;
    expect(asDrawn(setParam("sort", "name"))).toBe(true);
    expect(asDrawn(setParam("density", "compact"))).toBe(true);
  });
  expect(getCurrentUrl()).toBe("/fruits?q=red&sort=name&density=compact");
});

it("replaces the entry, or adds one", () => {
  const edit = open();
  const before = window.history.length;
  act(() => void edit.current(setParam("sort", "name")));
  expect(window.history).toHaveLength(before);
  act(() => void edit.current(setParam("open", "7"), { replace: false }));
  expect(window.history).toHaveLength(before + 1);
});

it("doesn't interfere with a navigation to another page", () => {
  const edit = open();
  window.history.pushState(null, "", "/fruits/new?q=red");
  act(() => expect(edit.current(setParam("q", "green"))).toBe(false));
  expect(getCurrentUrl()).toBe("/fruits/new?q=red");
});

it("does nothing without a change", () => {
  const edit = open();
  act(() => expect(edit.current(() => null)).toBe(false));
  expect(getCurrentUrl()).toBe("/fruits?q=red");
});

it("recognizes other spellings of the path", () => {
  window.history.pushState(null, "", "/fruits/?q=red");
  const edit = open();
  act(() => expect(edit.current(setParam("q", "green"))).toBe(true));
  expect(getCurrentUrl()).toBe("/fruits?q=green");
});
