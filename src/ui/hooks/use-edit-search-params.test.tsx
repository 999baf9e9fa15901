import { act, renderHook } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { BrowserRouter } from "react-router-dom";
import { beforeEach, expect, it } from "vitest";
import { useAddressEdit } from "./use-edit-search-params";

const Wrapper = ({ children }: PropsWithChildren) => <BrowserRouter>{children}</BrowserRouter>;
const here = () => window.location.pathname + window.location.search;
const set = (name: string, value: string) => (said: URLSearchParams) => {
  said.set(name, value);
  return `?${said.toString()}`;
};

beforeEach(() => window.history.pushState(null, "", "/fruits?q=red"));

function open() {
  return renderHook(() => useAddressEdit("/fruits"), { wrapper: Wrapper }).result;
}

it("starts from what the browser says: the page may not show the change before yet", () => {
  const edit = open();
  act(() => {
    const asDrawn = edit.current;
    expect(asDrawn(set("sort", "name"))).toBe(true);
    expect(asDrawn(set("density", "compact"))).toBe(true);
  });
  expect(here()).toBe("/fruits?q=red&sort=name&density=compact");
});

it("takes the place of the entry, or adds one", () => {
  const edit = open();
  const before = window.history.length;
  act(() => void edit.current(set("sort", "name")));
  expect(window.history).toHaveLength(before);
  act(() => void edit.current(set("open", "7"), { replace: false }));
  expect(window.history).toHaveLength(before + 1);
});

it("leads nobody back who is on the way to another page", () => {
  const edit = open();
  window.history.pushState(null, "", "/fruits/new?q=red");
  act(() => expect(edit.current(set("q", "green"))).toBe(false));
  expect(here()).toBe("/fruits/new?q=red");
});

it("changes nothing when there is nothing to change", () => {
  const edit = open();
  act(() => expect(edit.current(() => null)).toBe(false));
  expect(here()).toBe("/fruits?q=red");
});

it("knows the page by another spelling", () => {
  window.history.pushState(null, "", "/fruits/?q=red");
  const edit = open();
  act(() => expect(edit.current(set("q", "green"))).toBe(true));
  expect(here()).toBe("/fruits?q=green");
});
