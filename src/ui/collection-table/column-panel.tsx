import { Button } from "@mantine/core";
import { type RefObject, useLayoutEffect } from "react";
import { SegmentedField } from "@/ui/form/choice-fields";
import { positionPopover } from "@/ui/hooks/popover-position";
import type { PanelProps } from "@/ui/overlay/use-panel";
import classes from "./column-panel.module.css";

export interface ColumnOption {
  readonly id: string;
  readonly header: string;
  /** False for a required column. */
  readonly canHide: boolean;
}

type Density = "comfortable" | "compact";

export interface ColumnMenuProps {
  readonly columns: readonly ColumnOption[];
  readonly visibleIds: readonly string[];
  /** Called with the visible column IDs in the order of `columns`. */
  readonly onChange: (visibleIds: readonly string[]) => void;
  readonly density: Density;
  readonly onDensityChange: (density: Density) => void;
  readonly onResetWidths: () => void;
  /** Called with the width change in px. Negative for a narrower column. */
  readonly onResizeColumn: (columnId: string, deltaPx: number) => void;
}

interface ColumnPanelProps extends ColumnMenuProps {
  readonly panel: PanelProps;
  readonly anchor: RefObject<HTMLElement | null>;
}

export function ColumnPanel(props: ColumnPanelProps) {
  const { panel, anchor, columns, visibleIds } = props;
  usePanelPosition(anchor, panel.ref);

  function toggle(columnId: string) {
    props.onChange(
      columns
        .filter((column) => (column.id === columnId) !== visibleIds.includes(column.id))
        .map((column) => column.id),
    );
  }

  return (
    <div {...panel} aria-label="Columns and rows" className={classes.dialog} data-no-print>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>Columns</legend>
        {columns.map((column) => (
          <div key={column.id} className={classes.line}>
            <label className={classes.option}>
              <input
                type="checkbox"
                checked={visibleIds.includes(column.id)}
                disabled={!column.canHide}
                onChange={() => toggle(column.id)}
              />
              {column.header}
            </label>
            {visibleIds.includes(column.id) && (
              <WidthButtons
                header={column.header}
                onStep={(deltaPx) => props.onResizeColumn(column.id, deltaPx)}
              />
            )}
          </div>
        ))}
      </fieldset>
      <SegmentedField<Density>
        label="Rows"
        value={props.density}
        onChange={props.onDensityChange}
        options={[
          { value: "comfortable", label: "Comfortable" },
          { value: "compact", label: "Compact" },
        ]}
      />
      <Button variant="default" onClick={props.onResetWidths}>
        Reset widths
      </Button>
    </div>
  );
}

const STEP_PX = 24;

/** Shows buttons that resize a column without dragging its edge (WCAG 2.5.7). */
function WidthButtons({
  header,
  onStep,
}: {
  readonly header: string;
  readonly onStep: (deltaPx: number) => void;
}) {
  return (
    <span className={classes.widthButtons}>
      <button type="button" aria-label={`Narrower: ${header}`} onClick={() => onStep(-STEP_PX)}>
        −
      </button>
      <button type="button" aria-label={`Wider: ${header}`} onClick={() => onStep(STEP_PX)}>
        +
      </button>
    </span>
  );
}

function usePanelPosition(
  anchor: RefObject<HTMLElement | null>,
  panelRef: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const updatePosition = () => {
      if (!anchor.current || !panelRef.current) return;
      // Opens toward the center of the window.
      const isLeft = anchor.current.getBoundingClientRect().left < window.innerWidth / 2;
      positionPopover(anchor.current, panelRef.current, { side: "bottom", align: isLeft ? "start" : "end" });
    };
    updatePosition();
    panelRef.current?.querySelector<HTMLElement>("input:not(:disabled)")?.focus({ preventScroll: true });
    window.addEventListener("resize", updatePosition);
    window.addEventListener("scroll", updatePosition, { passive: true });
    return () => {
      window.removeEventListener("resize", updatePosition);
      window.removeEventListener("scroll", updatePosition);
    };
  }, [anchor, panelRef]);
}
