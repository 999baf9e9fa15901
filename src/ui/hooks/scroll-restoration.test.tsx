import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, MemoryRouter, Route, Routes, useNavigate } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { DataTable } from "@/ui/data-table/data-table";
import { UiProvider } from "@/ui/provider/ui-provider";
import { useScrollRestoration } from "./use-edit-search-params";

const rows = Array.from({ length: 5_000 }, (_, index) => ({ id: index + 1 }));
const columns = [{ id: "id", header: "Number", cell: (row: { readonly id: number }) => row.id }];

function List() {
  useScrollRestoration("list", true);
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

function renderList() {
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

it("restores the position with the row already rendered", async () => {
  const { user, scrollTo } = renderList();
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
  const { user, scrollTo } = renderList();
  screen.getByRole("link", { name: "1" }).focus();
  await user.keyboard("{End}");
  scroll(190_000);
  await user.keyboard("{Enter}");
  await user.click(screen.getByRole("link", { name: "To the list" }));
  expect(scrollTo).not.toHaveBeenCalled();
  expect(screen.queryByRole("link", { name: "5000" })).not.toBeInTheDocument();
});
