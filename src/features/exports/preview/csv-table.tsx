import { type PointerEvent, useMemo, useState } from "react";
import type { CsvData } from "@/lib/file/csv-reader";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { SpacerRow } from "@/ui/data-table/data-table-row";
import shared from "@/ui/theme/shared.module.css";
import classes from "./export-preview.module.css";
import { MAX_COLUMNS } from "./load-preview";
import { ScrollRegion } from "./preview-parts";

interface CsvTableProps {
  readonly lines: CsvData;
  readonly hasMore: boolean;
}

/** In px. Must match the stylesheet. */
const ROW_HEIGHT = 28;
/** Rows are rendered in steps of this many. The box is up to 720 px high, which is less than two steps. */
const ROW_STEP = 20;
const MAX_CELL_CHARACTERS = 500;

export function CsvTable({ lines, hasMore }: CsvTableProps) {
  const [, ...rows] = lines.rows;
  const columns = useMemo(() => inferColumns(lines.rows), [lines]);
  const [scrolledRows, setScrolledRows] = useState(0);
  const firstRow = Math.max(0, scrolledRows - ROW_STEP);
  const lastRow = Math.min(rows.length, scrolledRows + 4 * ROW_STEP);
  const rowCount = pluralize(rows.length, "row", "rows");
  const columnCount = pluralize(columns.length, "column", "columns");
  return (
    <>
      <p className={shared.hint}>
        {columns.length === 0
          ? "The file has no rows."
          : hasMore
            ? `Showing the first ${rowCount} (${columnCount}). Download the file to see all rows.`
            : `${rowCount}, ${columnCount}`}
      </p>
      {lines.isTruncated && (
        <p className={shared.hint}>
          Showing up to {formatCount(MAX_COLUMNS)} columns. Long cells are truncated.
        </p>
      )}
      <ScrollRegion
        className={classes.rows}
        label="Rows of the file"
        onScroll={({ currentTarget }) =>
          setScrolledRows(Math.floor(currentTarget.scrollTop / ROW_HEIGHT / ROW_STEP) * ROW_STEP)
        }
      >
        <table
          className={classes.table}
          aria-label="Preview of the file"
          aria-rowcount={hasMore ? -1 : rows.length + 1}
          style={{
            width: `calc(${columns.reduce((totalWidth, { width }) => totalWidth + width, 6)}ch + ${columns.length * 21}px)`,
          }}
        >
          <colgroup>
            <col style={{ width: "6ch" }} />
            {columns.map(({ width }, columnIndex) => (
              <col key={columnIndex} style={{ width: `calc(${width}ch + 21px)` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={classes.number}>
                <span className="ui-hidden">Row</span>
              </th>
              {columns.map((column, columnIndex) => (
                <th
                  key={columnIndex}
                  scope="col"
                  data-align={column.align}
                  onPointerEnter={setTitleWhenTruncated}
                >
                  {column.name ?? (
                    <span className={classes.unnamed}>Column {formatCount(columnIndex + 1)}</span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {firstRow > 0 && <SpacerRow height={firstRow * ROW_HEIGHT} />}
            {rows.slice(firstRow, lastRow).map((row, index) => (
              <tr key={firstRow + index} aria-rowindex={firstRow + index + 2}>
                <th scope="row" className={classes.number}>
                  {formatCount(firstRow + index + 1)}
                </th>
                {columns.map(({ align }, columnIndex) => (
                  <td key={columnIndex} data-align={align} onPointerEnter={setTitleWhenTruncated}>
                    <bdi>{row[columnIndex]?.slice(0, MAX_CELL_CHARACTERS)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
            {lastRow < rows.length && <SpacerRow height={(rows.length - lastRow) * ROW_HEIGHT} />}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

/** Sets the title while the text is truncated. For use as `onPointerEnter`. */
function setTitleWhenTruncated({ currentTarget }: PointerEvent<HTMLElement>): void {
  const text = currentTarget.textContent.trim();
  if (text !== "" && currentTarget.scrollWidth > currentTarget.clientWidth) currentTarget.title = text;
  else currentTarget.removeAttribute("title");
}

interface TableColumn {
  /** Null when the header row has no name for the column. */
  readonly name: string | null;
  readonly align: "start" | "end";
  /** Width in characters. */
  readonly width: number;
}

const MIN_WIDTH = 4;
const MAX_WIDTH = 40;
const NUMBER_PATTERN = /^[-+−]?[\d.,'\s\u202f]*\d[\d.,]*\s?%?$/;

/** Infers columns from rows. The first row is the header. Numeric columns are right-aligned. */
export function inferColumns(lines: readonly (readonly string[])[]): readonly TableColumn[] {
  const [names = [], ...rows] = lines;
  const count = lines.reduce((maxLength, { length }) => Math.max(maxLength, length), 0);
  return Array.from({ length: count }, (_, index) => {
    const name = names[index]?.trim() || null;
    const cells = rows.map((row) => row[index] ?? "").filter((cell) => cell !== "");
    const lengths = [name ?? "Column 00", ...cells].map(({ length }) => length);
    // Long cells aren't numbers, and would be slow to match.
    const isNumber = (cell: string) => cell.length <= MAX_WIDTH && NUMBER_PATTERN.test(cell);
    const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, ...lengths));
    return { name, align: cells.length > 0 && cells.every(isNumber) ? "end" : "start", width };
  });
}
