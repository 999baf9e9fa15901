import { useMemo, useRef, useState } from "react";
import type { CsvLines } from "@/lib/file/csv-reader";
import { formatCount, plural } from "@/lib/text/numbers";
import { SpacerRow } from "@/ui/data-table/data-table-skeleton";
import { titleIfCut } from "@/ui/hooks/title-when-truncated";
import { columnsOf, type TableColumn } from "./csv-columns";
import classes from "./csv-table.module.css";
import { MOST_COLUMNS, MOST_ROWS } from "./load-preview";
import { ScrollRegion } from "./scroll-region";

interface CsvTableProps {
  readonly lines: CsvLines;
  /** Whether the file goes on behind these lines. */
  readonly hasMore: boolean;
}

/** Pixels of a row, as the style sheet has them. */
const ROW = 28;
/** Rows drawn beyond either edge; the window moves by as many. */
const AHEAD = 20;
/** Until the box is measured. */
const FIRST_HEIGHT = 600;
/** Characters of a cell that are written into the page. */
const MOST_SHOWN = 500;

/** The beginning of a CSV file as a table. Only the rows near the window are drawn. */
export function CsvTable({ lines, hasMore }: CsvTableProps) {
  const [, ...rows] = lines.rows;
  const columns = useMemo(() => columnsOf(lines.rows), [lines]);
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState({ first: 0, height: FIRST_HEIGHT });
  const first = Math.max(0, view.first - AHEAD);
  const last = Math.min(rows.length, view.first + Math.ceil(view.height / ROW) + 2 * AHEAD);

  function look() {
    if (!box.current) return;
    const next = Math.floor(box.current.scrollTop / ROW / AHEAD) * AHEAD;
    const height = box.current.clientHeight || FIRST_HEIGHT;
    if (next !== view.first || height !== view.height) setView({ first: next, height });
  }

  return (
    <>
      <p className={classes.summary}>{summaryWords(rows.length, columns.length, hasMore)}</p>
      {lines.isShortened && (
        <p className={classes.summary}>
          Very long cells are cut, and columns after the {formatCount(MOST_COLUMNS)}th left out.
        </p>
      )}
      <ScrollRegion ref={box} className={classes.box} label="Rows of the file" onScroll={look}>
        <table
          className={classes.table}
          aria-label="Preview of the file"
          aria-rowcount={hasMore ? -1 : rows.length + 1}
          style={{
            width: `calc(${columns.reduce((sum, { width }) => sum + width, 6)}ch + ${columns.length * 21}px)`,
          }}
        >
          <colgroup>
            <col style={{ width: "6ch" }} />
            {columns.map(({ width }, place) => (
              <col key={place} style={{ width: `calc(${width}ch + 21px)` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={classes.number}>
                <span className="ui-hidden">Row</span>
              </th>
              {columns.map((column, place) => (
                <th key={place} scope="col" data-align={column.align} onPointerEnter={titleIfCut}>
                  {column.name ?? <span className={classes.unnamed}>Column {formatCount(place + 1)}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 && <SpacerRow height={first * ROW} />}
            {rows.slice(first, last).map((row, index) => (
              <Row key={first + index} row={row} columns={columns} place={first + index} />
            ))}
            {last < rows.length && <SpacerRow height={(rows.length - last) * ROW} />}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function summaryWords(rows: number, columns: number, hasMore: boolean): string {
  if (columns === 0) return "The file holds no rows.";
  const wide = plural(columns, "column", "columns");
  if (!hasMore) return `${plural(rows, "row", "rows")}, ${wide}`;
  const which =
    rows === MOST_ROWS ? `The first ${formatCount(rows)} rows` : `The first ${plural(rows, "row", "rows")}`;
  return `${which}, ${wide}. The file goes on: download it to see all.`;
}

interface RowProps {
  readonly row: readonly string[];
  readonly columns: readonly TableColumn[];
  /** From 0. */
  readonly place: number;
}

function Row({ row, columns, place }: RowProps) {
  return (
    <tr aria-rowindex={place + 2}>
      <th scope="row" className={classes.number}>
        {formatCount(place + 1)}
      </th>
      {columns.map(({ align }, index) => (
        <td key={index} data-align={align} onPointerEnter={titleIfCut}>
          <bdi>{row[index]?.slice(0, MOST_SHOWN)}</bdi>
        </td>
      ))}
    </tr>
  );
}
