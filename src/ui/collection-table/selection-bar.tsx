import { Button, Group } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { formatCount } from "@/lib/text/numbers";
import type { RowId } from "@/ui/data-table/data-table-types";
import { useReservedSpace, useRootAttribute } from "@/ui/hooks/use-root-attribute";
import { type MenuAction, MenuButton } from "@/ui/overlay/action-menu";
import actionBarStyles from "@/ui/page/action-bar.module.css";
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import classes from "./selection-bar.module.css";

interface SelectionBarProps<Row> {
  readonly selection: ReadonlySet<RowId>;
  readonly rows: readonly Row[];
  readonly getRowId: (row: Row) => RowId;
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly children: ReactNode;
}

/** Place the bar directly after the table. Its sticky position keeps it at the bottom of the window. */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  return props.selection.size > 0 && <Bar {...props} />;
}

/** Padding, border and margin. */
const BAR_EXTRA_PX = 34;

function Bar<Row>({ selection, rows, getRowId, onChange, children }: SelectionBarProps<Row>) {
  const bar = useRef<HTMLElement>(null);
  // The bar must not cover focused rows (base.css) or toasts.
  const ref = useMergedRef(bar, useReservedSpace("--ui-bulk-bar", BAR_EXTRA_PX));
  useRestoreRowFocus(bar);
  useRootAttribute("data-has-bulk-bar");
  const visibleCount = rows.reduce((sum, row) => sum + (selection.has(getRowId(row)) ? 1 : 0), 0);
  const hiddenCount = selection.size - visibleCount;
  return (
    <section ref={ref} className={classes.bar} aria-label="Selection" data-no-print>
      <span className={classes.count}>
        {formatCount(selection.size)} selected
        {hiddenCount > 0 && <span className={classes.hidden}>{`, ${formatCount(hiddenCount)} hidden`}</span>}
      </span>
      {visibleCount < rows.length && (
        <Button variant="subtle" onClick={() => onChange(new Set([...selection, ...rows.map(getRowId)]))}>
          Select all {formatCount(rows.length)}
          <span className={classes.wide}>{"\u00a0that match"}</span>
        </Button>
      )}
      <Button variant="subtle" onClick={() => onChange(new Set())}>
        Clear
      </Button>
      <div className={classes.actions}>{children}</div>
    </section>
  );
}

/** When the bar closes while it has focus, moves focus to the last focused row. */
function useRestoreRowFocus(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const row = document.querySelector<HTMLElement>(
        ":is([data-tab-stop] [data-row-focus], [data-row-focus][data-tab-stop])",
      );
      // The microtask runs after the bar is removed from the page.
      queueMicrotask(() => row?.focus({ preventScroll: true }));
    };
  }, [bar]);
}

export type BulkAction =
  | MenuAction
  | (Pick<MenuAction, "id" | "label" | "icon" | "disabledReason"> & { readonly menu: readonly MenuAction[] });

export function BulkActionButtons({ actions }: { readonly actions: readonly BulkAction[] }) {
  return (
    <>
      <div className={classes.wideActions}>
        {actions.map(({ id, label, icon, disabledReason, ...action }) =>
          "menu" in action ? (
            <MenuButton
              key={id}
              label={label}
              icon={icon}
              disabledReason={disabledReason}
              actions={() => action.menu}
            />
          ) : (
            <ButtonWithDisabledReason
              key={id}
              leftSection={icon}
              disabledReason={disabledReason}
              onClick={action.onSelect}
            >
              {label}
            </ButtonWithDisabledReason>
          ),
        )}
      </div>
      <div className={classes.narrowActions}>
        <MenuButton
          label="Actions"
          actions={() => actions.flatMap((action) => ("menu" in action ? action.menu : action))}
        />
      </div>
    </>
  );
}

export function ActionBar(props: {
  /** Summary of the selection. Screen readers announce changes. */
  readonly summary: string;
  readonly children: ReactNode;
}) {
  const { summary, children } = props;
  useRootAttribute("data-has-action-bar");
  return (
    <div className={actionBarStyles.bar} data-no-print>
      <output className={actionBarStyles.summary}>{summary}</output>
      <Group gap="xs" ms="auto">
        {children}
      </Group>
    </div>
  );
}
