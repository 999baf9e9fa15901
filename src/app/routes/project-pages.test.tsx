import { render, screen, waitFor } from "@testing-library/react";
import { memo, useEffect } from "react";
import { type Location, NavigationType, Outlet, Route, Router, useLocation } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { NextPage, type PrerenderedPage } from "./prerendered-page";
import { PageWithDrawer, ProjectPages } from "./project-pages";

const rendered = vi.fn<(page: string) => void>();
const shown = vi.fn<(page: string) => void>();
let hasError = false;

function Page({ name }: { readonly name: string }) {
  const { pathname } = useLocation();
  return <Content name={name} pathname={pathname} />;
}

const Content = memo(function PlainContent(props: { readonly name: string; readonly pathname: string }) {
  const { name, pathname } = props;
  rendered(name);
  useEffect(() => shown(name), [name]);
  if (hasError && name === "health") throw new Error("Can't render this page");
  return <h1>{`${name} at ${pathname}`}</h1>;
});

const routes = (
  <Route path="/p/:projectId">
    <Route path="subscriptions" element={<Page name="list" />} />
    <Route path="health" element={<Page name="health" />} />
    <Route
      path="members"
      element={
        <PageWithDrawer>
          <Outlet />
        </PageWithDrawer>
      }
    >
      <Route path="new" element={null} />
    </Route>
  </Route>
);

function locationAt(path: string): Location {
  return { pathname: path, search: "", hash: "", state: null, key: path };
}

const next: PrerenderedPage = {
  location: locationAt("/p/1/health"),
  navigationType: NavigationType.Push,
  isDrawer: false,
  getElementCount: () => null,
  markAsRendered: vi.fn<() => void>(),
};

const navigator = { createHref: String, go: vi.fn(), push: vi.fn(), replace: vi.fn() };

function Pages(props: { readonly path: string; readonly next: PrerenderedPage | null }) {
  return (
    <Router location={locationAt(props.path)} navigationType={NavigationType.Push} navigator={navigator}>
      <NextPage value={props.next}>
        <ProjectPages routes={routes} />
      </NextPage>
    </Router>
  );
}

beforeEach(() => {
  hasError = false;
  vi.clearAllMocks();
});

test("runs no effects of a hidden page, and shows it without rendering it again", async () => {
  const { rerender } = render(<Pages path="/p/1/subscriptions" next={next} />);
  await waitFor(() => expect(next.markAsRendered).toHaveBeenCalled());
  expect(screen.getByText("health at /p/1/health")).not.toBeVisible();
  expect(screen.getByText("list at /p/1/subscriptions")).toBeVisible();
  expect(shown.mock.calls).toEqual([["list"]]);

  rendered.mockClear();
  rerender(<Pages path="/p/1/health" next={next} />);
  expect(screen.getByText("health at /p/1/health")).toBeVisible();
  expect(screen.queryByText("list at /p/1/subscriptions")).not.toBeInTheDocument();
  expect(shown.mock.calls).toEqual([["list"], ["health"]]);
  rerender(<Pages path="/p/1/health" next={null} />);
  expect(rendered).not.toHaveBeenCalled();
});

test("ignores an error in a hidden page, and renders the page again when it is shown", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  hasError = true;
  const { rerender } = render(<Pages path="/p/1/subscriptions" next={next} />);
  await waitFor(() => expect(rendered).toHaveBeenCalledWith("health"));
  expect(screen.getByText("list at /p/1/subscriptions")).toBeVisible();
  hasError = false;
  rerender(<Pages path="/p/1/health" next={next} />);
  expect(screen.getByText("health at /p/1/health")).toBeVisible();
});
