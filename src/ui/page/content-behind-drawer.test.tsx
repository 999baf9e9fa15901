import { fireEvent, render, screen } from "@testing-library/react";
import { useEffect } from "react";
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { Link } from "@/ui/primitives/link";
import { ContentBehindDrawer } from "./content-behind-drawer";

function Content({ onRender }: { readonly onRender: () => void }) {
  const { pathname, search } = useLocation();
  useNavigate();
  useEffect(() => onRender());
  return <p>{pathname + search}</p>;
}

function renderPage(path: string) {
  const onRender = vi.fn<() => void>();
  const page = (
    <ContentBehindDrawer path="/list">
      <Content onRender={onRender} />
    </ContentBehindDrawer>
  );
  render(
    <MemoryRouter initialEntries={[path]}>
      <Link to="/list/new">New</Link>
      <Link to="/list?q=b">Search</Link>
      <Routes>
        <Route path="/list" element={page}>
          <Route path="new" element={null} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  return onRender;
}

const openLink = (name: string) => fireEvent.click(screen.getByRole("link", { name }));

test("keeps the page's location while a drawer is open, without rendering the content again", () => {
  const onRender = renderPage("/list?q=a");
  openLink("New");
  expect(onRender).toHaveBeenCalledTimes(1);
  expect(screen.getByText("/list?q=a")).toBeVisible();
  openLink("Search");
  expect(screen.getByText("/list?q=b")).toBeVisible();
});

test("takes the page's location after a visit that starts with a drawer", () => {
  renderPage("/list/new");
  openLink("Search");
  expect(screen.getByText("/list?q=b")).toBeVisible();
});
