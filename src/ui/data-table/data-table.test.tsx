import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { DataTable } from "./data-table";
import { type Column, type DataTableProps, type RowId } from "./data-table-types";

interface Fruit {
  readonly id: number;
  readonly name: string;
}

const fruits: readonly Fruit[] = [
  { id: 1, name: "Apple" },
  { id: 2, name: "Pear" },
  { id: 3, name: "Plum" },
];
const renderCell = vi.fn<(fruit: Fruit) => void>();
const columns: readonly Column<Fruit>[] = [
  { id: "name", header: "Name", cell: (row) => row.name, sortable: true },
  {
    id: "size",
    header: "Size",
    cell: (row) => {
      renderCell(row);
      return row.id;
    },
  },
];

function LocationOutput() {
  return <output>{useLocation().pathname}</output>;
}

function Fruits(props: Partial<DataTableProps<Fruit>>) {
  return (
    <UiProvider>
      <MemoryRouter>
        <DataTable
          label="Fruits"
          columns={columns}
          rows={fruits}
          rowId={(row) => row.id}
          rowLabel={(row) => row.name}
          rowHref={(row) => `/fruits/${row.id}`}
          {...props}
        />
        <LocationOutput />
      </MemoryRouter>
    </UiProvider>
  );
}

function renderTable(props: Partial<DataTableProps<Fruit>> = {}) {
  const view = render(<Fruits {...props} />);
  return {
    user: userEvent.setup(),
    again: (more: Partial<DataTableProps<Fruit>>) => view.rerender(<Fruits {...props} {...more} />),
  };
}

const getLocation = () => document.querySelector("output")?.textContent;

it("links the first cell and opens the link from anywhere in the row", async () => {
  const { user } = renderTable();
  const row = screen.getByRole("row", { name: /Pear/ });
  expect(within(row).getByRole("link", { name: "Pear" })).toHaveAttribute("href", "/fruits/2");
  await user.click(within(row).getByRole("cell", { name: "2" }));
  expect(getLocation()).toBe("/fruits/2");
});

it("reports the total number of rows and their positions", () => {
  renderTable({ totalCount: 62 });
  expect(screen.getByRole("table", { name: "Fruits" })).toHaveAttribute("aria-rowcount", "63");
  expect(screen.getByRole("row", { name: /Apple/ })).toHaveAttribute("aria-rowindex", "2");
});

it("is busy while loading, and shows the empty state only afterwards", () => {
  const { again } = renderTable({ rows: [], empty: <p>No fruits</p>, loading: true });
  expect(screen.getByRole("table", { name: "Fruits" })).toHaveAttribute("aria-busy", "true");
  expect(screen.queryByText("No fruits")).not.toBeInTheDocument();
  again({ loading: false });
  expect(screen.getByText("No fruits")).toBeInTheDocument();
});

it("re-renders only the changed row", () => {
  const { again } = renderTable();
  renderCell.mockClear();
  again({ rows: [fruits[0] ?? { id: 0, name: "" }, { id: 2, name: "Quince" }, ...fruits.slice(2)] });
  expect(renderCell.mock.calls.map(([fruit]) => fruit.name)).toEqual(["Quince"]);
});

describe("with 5,000 rows", () => {
  const many: readonly Fruit[] = Array.from({ length: 5_000 }, (_, at) => ({
    id: at + 1,
    name: `Fruit ${at + 1}`,
  }));
  const link = (number: number) => screen.getByRole("link", { name: `Fruit ${number}` });

  /** Renders the rows with selection and actions, between two other controls. */
  function SelectableRows() {
    const [selection, setSelection] = useState<ReadonlySet<RowId>>(new Set());
    return (
      <>
        <Fruits
          rows={many}
          rowActions={() => []}
          rowNoun={{ singular: "fruit", plural: "fruits" }}
          selection={selection}
          onSelectionChange={setSelection}
        />
        <button type="button">Behind</button>
        <p data-testid="size">{selection.size}</p>
      </>
    );
  }

  it("renders few of them, and reaches all by keyboard", async () => {
    renderTable({ rows: many });
    expect(screen.getAllByRole("row").length).toBeLessThan(60);
    link(1).focus();
    await userEvent.keyboard("{End}");
    expect(link(5_000)).toHaveFocus();
    expect(screen.getByRole("row", { name: /Fruit 5000/ })).toHaveAttribute("aria-rowindex", "5001");
    await userEvent.keyboard("{PageUp}k");
    expect(screen.queryByRole("link", { name: "Fruit 5000" })).not.toBeInTheDocument();
    await userEvent.keyboard("{Home}");
    expect(link(1)).toHaveFocus();
  });

  it("selects a range over unrendered rows, all, and none", async () => {
    render(<SelectableRows />);
    const user = userEvent.setup();
    link(1).focus();
    await user.keyboard("jx{End}k{Shift>}X{/Shift}");
    expect(screen.getByTestId("size")).toHaveTextContent("4998");
    const all = screen.getByRole("checkbox", { name: "Select all 5,000 fruits" });
    expect(all).toBePartiallyChecked();
    await user.keyboard("{Control>}a{/Control}");
    expect(all).toBeChecked();
    expect(document.querySelector("[aria-live=polite].ui-hidden")).toHaveTextContent("5,000 fruits selected");
    await user.keyboard("{Escape}");
    expect(screen.getByTestId("size")).toHaveTextContent("0");
    expect(all).not.toBeChecked();
  });

  it("is left by a few Tab presses through the focused row", async () => {
    render(<SelectableRows />);
    const user = userEvent.setup();
    link(1).focus();
    await user.keyboard("jj");
    await user.tab({ shift: true });
    expect(screen.getByRole("checkbox", { name: "Select Fruit 3" })).toHaveFocus();
    await user.tab();
    await user.tab();
    expect(screen.getByRole("button", { name: "Actions for Fruit 3" })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole("button", { name: "Behind" })).toHaveFocus();
    await user.tab({ shift: true });
    expect(screen.getByRole("button", { name: "Actions for Fruit 3" })).toHaveFocus();
  });
});

it("sorts by multiple columns with Shift, and describes their order", async () => {
  const onSortChange = vi.fn<NonNullable<DataTableProps<Fruit>["onSortChange"]>>();
  const both = columns.map((column) => ({ ...column, sortable: true }));
  const { user } = renderTable({
    columns: both,
    onSortChange,
    sort: [
      { columnId: "size", direction: "descending" },
      { columnId: "name", direction: "ascending" },
    ],
  });
  expect(screen.getByRole("columnheader", { name: "Size" })).toHaveAttribute("aria-sort", "descending");
  const name = screen.getByRole("button", { name: "Name" });
  expect(name).toHaveAccessibleDescription(/^Sort key 2 of 2/);
  await user.keyboard("{Shift>}");
  await user.click(name);
  expect(onSortChange).toHaveBeenLastCalledWith([
    { columnId: "size", direction: "descending" },
    { columnId: "name", direction: "descending" },
  ]);
});

it("marks new rows, and reports an unknown total", () => {
  renderTable({ totalCount: -1, rowMark: (row) => (row.id === 2 ? "new" : undefined) });
  expect(screen.getByRole("cell", { name: /^Pear\s*New$/ })).toBeInTheDocument();
  expect(screen.getByRole("cell", { name: "Plum" })).toBeInTheDocument();
  expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "-1");
});
