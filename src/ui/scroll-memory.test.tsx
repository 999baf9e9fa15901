import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useNavigate } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { DataTable } from "./data-table";
import { Link } from "./link";
import { createMemory, useScrollMemory } from "./scroll-memory";
import { UiProvider } from "./ui-provider";

const rows = Array.from({ length: 5_000 }, (_, place) => ({ id: place + 1 }));
const columns = [{ id: "id", header: "Number", cell: (row: { readonly id: number }) => row.id }];

function List() {
  useScrollMemory("list", true);
  return (
    <>
      <Link to="?page=2" replace>
        Narrow
      </Link>
      <DataTable
        label="Numbers"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={(row) => String(row.id)}
        rowHref={(row) => `/numbers/${row.id}`}
      />
    </>
  );
}

function Detail() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <Link to="/">To the list</Link>
    </>
  );
}

function start() {
  render(
    <UiProvider>
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<List />} />
          <Route path="/numbers/:id" element={<Detail />} />
        </Routes>
      </MemoryRouter>
    </UiProvider>,
  );
  const scrollTo = vi.spyOn(window, "scrollTo");
  return { user: userEvent.setup(), scrollTo };
}

function scroll(y: number) {
  vi.spyOn(window, "scrollY", "get").mockReturnValue(y);
  window.dispatchEvent(new Event("scroll"));
}

it("goes back to where a page was, with the row that was left already drawn", async () => {
  const { user, scrollTo } = start();
  screen.getByRole("link", { name: "1" }).focus();
  await user.keyboard("{End}");
  scroll(190_000);
  await user.keyboard("{Enter}");
  scroll(0);
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(scrollTo).toHaveBeenLastCalledWith(0, 190_000);
  expect(screen.getByRole("link", { name: "5000" })).toBeInTheDocument();
});

it("starts at the top on a new visit", async () => {
  const { user, scrollTo } = start();
  screen.getByRole("link", { name: "1" }).focus();
  await user.keyboard("{End}");
  scroll(190_000);
  await user.keyboard("{Enter}");
  await user.click(screen.getByRole("link", { name: "To the list" }));
  expect(scrollTo).not.toHaveBeenCalled();
  expect(screen.queryByRole("link", { name: "5000" })).not.toBeInTheDocument();
});

it("leaves the place alone while the page stays", async () => {
  const { user, scrollTo } = start();
  scroll(500);
  await user.click(screen.getByRole("link", { name: "Narrow" }));
  expect(scrollTo).not.toHaveBeenCalled();
});

it("forgets what was kept longest ago", () => {
  const memory = createMemory<number>(2);
  memory.keep("a", 1);
  memory.keep("b", 2);
  memory.keep("a", 3);
  memory.keep("c", 4);
  expect(["a", "b", "c"].map(memory.get)).toEqual([3, undefined, 4]);
});
