import { useMemo, useRef, useState } from "react";
import type { CsvData } from "@/lib/file/csv-reader";
import { formatCount } from "@/lib/text/numbers";
import { SpacerRow } from "@/ui/data-table/data-table-row";
import { setTitleWhenTruncated } from "@/ui/hooks/title-when-truncated";
import shared from "@/ui/theme/shared.module.css";
import { inferColumns, type TableColumn } from "./csv-columns";
import classes from "./export-preview.module.css";
import { MAX_COLUMNS } from "./load-preview";
import { tableSummary } from "./preview-messages";
import { ScrollRegion } from "./scroll-region";

interface CsvTableProps {
  readonly lines: CsvData;
  readonly hasMore: boolean;
}

/** In px. Must match the stylesheet. */
const ROW_HEIGHT = 28;
/** Number of rows rendered beyond the viewport, on each side. */
const OVERSCAN_ROWS = 20;
/** Assumed height in px, until measured. */
const INITIAL_HEIGHT = 600;
const MAX_CELL_CHARACTERS = 500;

export function CsvTable({ lines, hasMore }: CsvTableProps) {
  const [, ...rows] = lines.rows;
  const columns = useMemo(() => inferColumns(lines.rows), [lines]);
  const scrollRef = useRef<HTMLElement>(null);
  const [viewport, setViewport] = useState({ firstRow: 0, height: INITIAL_HEIGHT });
  const firstRow = Math.max(0, viewport.firstRow - OVERSCAN_ROWS);
  const lastRow = Math.min(
    rows.length,
    viewport.firstRow + Math.ceil(viewport.height / ROW_HEIGHT) + 2 * OVERSCAN_ROWS,
  );

  function measure() {
    if (!scrollRef.current) return;
    const next = Math.floor(scrollRef.current.scrollTop / ROW_HEIGHT / OVERSCAN_ROWS) * OVERSCAN_ROWS;
    const height = scrollRef.current.clientHeight || INITIAL_HEIGHT;
    if (next !== viewport.firstRow || height !== viewport.height) setViewport({ firstRow: next, height });
  }

  return (
    <>
      <p className={shared.hint}>{tableSummary(rows.length, columns.length, hasMore)}</p>
      {lines.isTruncated && (
        <p className={shared.hint}>
          Showing up to {formatCount(MAX_COLUMNS)} columns. Long cells are truncated.
        </p>
      )}
      <ScrollRegion ref={scrollRef} className={classes.rows} label="Rows of the file" onScroll={measure}>
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
              <CsvRow key={firstRow + index} row={row} columns={columns} rowIndex={firstRow + index} />
            ))}
            {lastRow < rows.length && <SpacerRow height={(rows.length - lastRow) * ROW_HEIGHT} />}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

interface CsvRowProps {
  readonly row: readonly string[];
  readonly columns: readonly TableColumn[];
  /** Index of the row, counted from 0 without the header. */
  readonly rowIndex: number;
}

function CsvRow({ row, columns, rowIndex }: CsvRowProps) {
  return (
    <tr aria-rowindex={rowIndex + 2}>
      <th scope="row" className={classes.number}>
        {formatCount(rowIndex + 1)}
      </th>
      {columns.map(({ align }, index) => (
        <td key={index} data-align={align} onPointerEnter={setTitleWhenTruncated}>
          <bdi>{row[index]?.slice(0, MAX_CELL_CHARACTERS)}</bdi>
        </td>
      ))}
    </tr>
  );
}
