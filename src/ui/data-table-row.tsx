import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { ActionMenu } from "./action-menu";
import type { Column, RowAction, RowId } from "./data-table";
import classes from "./data-table.module.css";
import { isTyping } from "./data-table-keys";
import { titleIfCut } from "./title-if-cut";
import { useToasts } from "./toasts";

interface DataTableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly id: RowId;
  readonly label: string;
  readonly href: string | undefined;
  readonly tone: "muted" | undefined;
  readonly rowIndex: number;
  readonly isFirst: boolean;
  readonly hasActions: boolean;
  /** undefined where nothing can be selected. */
  readonly isSelected: boolean | undefined;
  readonly onOpen: (href: string) => void;
  readonly onAskActions: (row: Row) => readonly RowAction[];
  readonly onSelect: (id: RowId, withRange: boolean) => void;
}

function PlainRow<Row>(props: DataTableRowProps<Row>) {
  const { row, columns, id, label, href, isSelected, onOpen, onAskActions, onSelect } = props;
  const toasts = useToasts();

  function onClick(event: MouseEvent<HTMLTableRowElement>) {
    if (href === undefined || event.defaultPrevented || isOnControl(event.target)) return;
    // Marking text in a cell is not a wish to open it.
    if (window.getSelection()?.toString()) return;
    if (event.metaKey || event.ctrlKey) window.open(href, "_blank", "noopener");
    else onOpen(href);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    if (event.key === "x" && isSelected !== undefined) return onSelect(id, event.shiftKey);
    if (!props.hasActions) return;
    const action = onAskActions(row).find((each) => each.key === event.key);
    if (!action) return;
    event.preventDefault();
    // A key has no hint that could say why.
    if (action.disabledReason === undefined) action.onSelect();
    else toasts.show({ title: `${action.label} is not possible`, detail: action.disabledReason });
  }

  return (
    <tr
      role="row"
      className={classes.row}
      aria-rowindex={props.rowIndex}
      aria-selected={isSelected}
      data-tone={props.tone}
      data-opens={href === undefined ? undefined : true}
      {...(href === undefined ? { tabIndex: props.isFirst ? 0 : -1, "data-row-focus": true } : {})}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {isSelected !== undefined && (
        <td role="cell" className={classes.check}>
          <label className={classes.checkTarget}>
            <input
              type="checkbox"
              aria-label={`Select ${label}`}
              checked={isSelected}
              onChange={(event) => onSelect(id, isShiftHeld(event.nativeEvent))}
            />
          </label>
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.id}
          role="cell"
          className={classes.cell}
          data-align={column.align}
          data-phone={column.phone ?? (place === 0 ? "title" : "meta")}
          data-label={column.header}
        >
          <CellContent href={place === 0 ? href : undefined}>{column.cell(row)}</CellContent>
        </td>
      ))}
      {props.hasActions && (
        <td role="cell" className={classes.actions}>
          <ActionMenu label={`Actions for ${label}`} actions={() => onAskActions(row)} />
        </td>
      )}
    </tr>
  );
}

/** React's `memo`, whose own type forgets the type parameter of a component. */
const memoGeneric: <Props extends object>(
  component: (props: Props) => ReactNode,
) => (props: Props) => ReactNode = memo;

/** Drawn again only when something of its own changed. */
export const DataTableRow = memoGeneric(PlainRow);

function CellContent({
  href,
  children,
}: {
  readonly href: string | undefined;
  readonly children: ReactNode;
}) {
  if (href === undefined)
    return (
      <div className={classes.content} onPointerEnter={titleIfCut}>
        {children}
      </div>
    );
  return (
    <Link to={href} className={classes.link} data-row-focus onPointerEnter={titleIfCut}>
      {children}
    </Link>
  );
}

function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, label, summary") !== null;
}

function isShiftHeld(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}
