import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from "react";
import { useToasts } from "@/ui/feedback/toasts";
import { setTitleWhenTruncated } from "@/ui/hooks/title-when-truncated";
import { ActionMenu } from "@/ui/overlay/action-menu";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { Link } from "@/ui/primitives/link";
import classes from "./data-table.module.css";
import { isTypingTarget } from "./data-table-keys";
import type { Column, RowHandlers, RowId, RowMark } from "./data-table-types";

interface DataTableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly id: RowId;
  readonly label: string;
  readonly href: string | undefined;
  readonly tone: "muted" | undefined;
  readonly mark: RowMark | undefined;
  readonly rowIndex: number;
  /** Only one row is a tab stop, otherwise leaving the table would take one Tab per row. */
  readonly isTabStop: boolean;
  readonly hasActions: boolean;
  /** Undefined when rows can't be selected. */
  readonly isSelected: boolean | undefined;
  readonly handlers: RowHandlers<Row>;
}

/** `memo` with a type that keeps generic props. */
const memoGeneric: <Props extends object>(
  component: (props: Props) => ReactNode,
) => (props: Props) => ReactNode = memo;

type RowCellsProps<Row> = Pick<
  DataTableRowProps<Row>,
  "row" | "columns" | "label" | "href" | "mark" | "hasActions" | "handlers"
>;

/** Not re-rendered when the selection changes. */
const RowCells = memoGeneric(function PlainCells<Row>(props: RowCellsProps<Row>) {
  const { row, columns, label, href, mark, hasActions, handlers } = props;
  return (
    <>
      {columns.map((column, columnIndex) => (
        <td
          key={column.id}
          role="cell"
          className={classes.cell}
          data-align={column.align}
          data-phone={column.phone ?? (columnIndex === 0 ? "title" : "meta")}
          data-label={column.header}
        >
          <CellContent href={columnIndex === 0 ? href : undefined}>{column.cell(row)}</CellContent>
          {columnIndex === 0 && mark && <HiddenText>{mark === "new" ? "New" : "Changed"}</HiddenText>}
        </td>
      ))}
      {hasActions && (
        <td role="cell" className={classes.actions}>
          <ActionMenu label={`Actions for ${label}`} actions={() => handlers.actions(row)} />
        </td>
      )}
    </>
  );
});

function DataTableRowBase<Row>(props: DataTableRowProps<Row>) {
  const { row, columns, id, label, href, isSelected, handlers } = props;
  const toasts = useToasts();
  const rowRef = useRef<HTMLTableRowElement>(null);
  useTabStops(rowRef, props.isTabStop);

  function handleClick(event: MouseEvent<HTMLTableRowElement>) {
    if (href === undefined || event.defaultPrevented || isInteractiveTarget(event.target)) return;
    // Selecting text in a cell must not open the row.
    if (window.getSelection()?.toString()) return;
    if (event.metaKey || event.ctrlKey) window.open(href, "_blank", "noopener");
    else handlers.open(href);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.metaKey || event.ctrlKey || event.altKey || isTypingTarget(event.target)) return;
    // With Shift, `key` is upper case.
    if (event.key.toLowerCase() === "x" && isSelected !== undefined)
      return handlers.select(id, event.shiftKey);
    if (!props.hasActions) return;
    const action = handlers.actions(row).find((each) => each.key === event.key);
    if (!action) return;
    event.preventDefault();
    // A key press has no tooltip to show the reason, so show a toast.
    if (action.disabledReason === undefined) action.onSelect();
    else toasts.show({ title: `“${action.label}” isn't available`, detail: action.disabledReason });
  }

  return (
    <tr
      ref={rowRef}
      role="row"
      className={classes.row}
      aria-rowindex={props.rowIndex}
      aria-selected={isSelected}
      data-selectable={isSelected === undefined ? undefined : true}
      data-tone={props.tone}
      data-mark={props.mark}
      data-opens={href === undefined ? undefined : true}
      {...(href === undefined ? { tabIndex: props.isTabStop ? 0 : -1, "data-row-focus": true } : {})}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
    >
      {isSelected !== undefined && (
        <td role="cell" className={classes.check}>
          <label className={classes.checkTarget}>
            <input
              type="checkbox"
              aria-label={`Select ${label}`}
              checked={isSelected}
              onChange={(event) => handlers.select(id, isShiftHeld(event.nativeEvent))}
            />
          </label>
        </td>
      )}
      <RowCells
        row={row}
        columns={columns}
        label={label}
        href={href}
        mark={props.mark}
        hasActions={props.hasActions}
        handlers={handlers}
      />
    </tr>
  );
}

export const DataTableRow = memoGeneric(DataTableRowBase);

const FOCUSABLE = "a[href], button, input, [tabindex]";

/**
 * Removes elements of a row from the tab order, and restores them. Done outside of React, because cells may
 * render anything.
 */
function useTabStops(row: RefObject<HTMLElement | null>, isTabStop: boolean): void {
  useLayoutEffect(() => {
    if (isTabStop) {
      for (const element of row.current?.querySelectorAll<HTMLElement>("[data-resting]") ?? []) {
        element.tabIndex = 0;
        delete element.dataset["resting"];
      }
      return;
    }
    for (const element of row.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? []) {
      if (element.tabIndex !== 0) continue;
      element.tabIndex = -1;
      element.dataset["resting"] = "";
    }
  });
}

function CellContent({
  href,
  children,
}: {
  readonly href: string | undefined;
  readonly children: ReactNode;
}) {
  if (href === undefined)
    return (
      <div className={classes.content} onPointerEnter={setTitleWhenTruncated}>
        {children}
      </div>
    );
  return (
    <Link to={href} className={classes.link} data-row-focus onPointerEnter={setTitleWhenTruncated}>
      {children}
    </Link>
  );
}

function isInteractiveTarget(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, label, summary") !== null;
}

function isShiftHeld(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}
