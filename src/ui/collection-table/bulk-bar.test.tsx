import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { DataTable } from "@/ui/data-table/data-table";
import { type RowId } from "@/ui/data-table/data-table-types";
import { UiProvider } from "@/ui/provider/ui-provider";
import { BulkBar } from "./bulk-bar";

const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
const columns = [{ id: "id", header: "Number", cell: (row: { readonly id: number }) => row.id }];

function SampleList() {
  const [selection, setSelection] = useState<ReadonlySet<RowId>>(new Set());
  return (
    <UiProvider>
      <MemoryRouter>
        <DataTable
          label="Numbers"
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          rowLabel={(row) => String(row.id)}
          rowHref={(row) => `/${row.id}`}
          selection={selection}
          onSelectionChange={setSelection}
        />
        {selection.size > 0 && (
          <BulkBar
            count={selection.size}
            matchingCount={3}
            onSelectAll={() => setSelection(new Set([1, 2, 3]))}
            onClear={() => setSelection(new Set())}
          />
        )}
      </MemoryRouter>
    </UiProvider>
  );
}

it("counts, selects all matches, and restores focus to the row when it closes", async () => {
  render(<SampleList />);
  const user = userEvent.setup();
  screen.getByRole("link", { name: "1" }).focus();
  await user.keyboard("jx");
  const bar = screen.getByRole("region", { name: "Selection" });
  expect(bar).toHaveTextContent("1 selected");
  await user.click(screen.getByRole("button", { name: /^Select all 3/ }));
  expect(bar).toHaveTextContent("3 selected");
  expect(screen.queryByRole("button", { name: /^Select all 3/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(bar).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "2" })).toHaveFocus();
});
