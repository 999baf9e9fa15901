import type { ReactNode } from "react";
import classes from "./server-table.module.css";

interface ServerTableProps {
  readonly label: string;
  /** Column headers. The first column names the row. */
  readonly headers: readonly string[];
  readonly rows: readonly { readonly id: string | number; readonly cells: readonly ReactNode[] }[];
}

/** Shows a short table with line breaks in cells. On phones, each row is a block. */
export function ServerTable({ label, headers, rows }: ServerTableProps) {
  return (
    <div className={classes.container}>
      {/* Sets explicit roles, because changing a table's `display` removes its implicit roles. */}
      <table role="table" className={classes.table} aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {headers.map((header) => (
              <th key={header} role="columnheader" scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ id, cells }) => (
            <tr key={id} role="row">
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={headers[index]} role="rowheader" scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={headers[index]} role="cell" data-label={headers[index]}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
