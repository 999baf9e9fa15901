import { Button } from "@mantine/core";
import { type RefObject, useLayoutEffect } from "react";
import { SegmentedField } from "@/ui/form/choice-fields";
import { moveBeside } from "@/ui/hooks/popover-position";
import type { PanelFrame } from "@/ui/overlay/use-panel";
import classes from "./column-panel.module.css";

/** A column that can be chosen. */
export interface ColumnChoice {
  readonly id: string;
  readonly header: string;
  /** False for one that every row needs. */
  readonly canHide: boolean;
}

type Density = "comfortable" | "compact";

/** What can be chosen of a table, and what is. */
export interface ColumnMenuProps {
  readonly columns: readonly ColumnChoice[];
  readonly visible: readonly string[];
  /** Gets the ids of those to show, in the order of `columns`. */
  readonly onChange: (visible: readonly string[]) => void;
  readonly density: Density;
  readonly onDensityChange: (density: Density) => void;
  readonly onResetWidths: () => void;
  /** Gets px by which a column shall be wider, or narrower below zero. */
  readonly onNudgeWidth: (columnId: string, by: number) => void;
}

interface ColumnPanelProps extends ColumnMenuProps {
  readonly panel: PanelFrame;
  readonly anchor: RefObject<HTMLElement | null>;
}

/** The panel of ColumnMenu. */
export function ColumnPanel(props: ColumnPanelProps) {
  const { panel, anchor, columns, visible } = props;
  usePanelPlace(anchor, panel.ref);

  function toggle(columnId: string) {
    props.onChange(
      columns
        .filter((column) => (column.id === columnId) !== visible.includes(column.id))
        .map((column) => column.id),
    );
  }

  return (
    <div {...panel} aria-label="Columns and rows" className={classes.dialog} data-no-print>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>Columns</legend>
        {columns.map((column) => (
          <div key={column.id} className={classes.line}>
            <label className={classes.choice}>
              <input
                type="checkbox"
                checked={visible.includes(column.id)}
                disabled={!column.canHide}
                onChange={() => toggle(column.id)}
              />
              {column.header}
            </label>
            {visible.includes(column.id) && (
              <WidthSteps header={column.header} onStep={(by) => props.onNudgeWidth(column.id, by)} />
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
      <Button variant="default" size="compact-sm" onClick={props.onResetWidths}>
        Reset widths
      </Button>
    </div>
  );
}

const STEP_PX = 24;

/** What dragging the edge of a column does, by presses (WCAG 2.5.7). */
function WidthSteps({ header, onStep }: { readonly header: string; readonly onStep: (by: number) => void }) {
  return (
    <span className={classes.steps}>
      <button type="button" aria-label={`Narrower: ${header}`} onClick={() => onStep(-STEP_PX)}>
        −
      </button>
      <button type="button" aria-label={`Wider: ${header}`} onClick={() => onStep(STEP_PX)}>
        +
      </button>
    </span>
  );
}

/** Beside its button for as long as it is open. */
function usePanelPlace(anchor: RefObject<HTMLElement | null>, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = () => {
      if (!anchor.current || !box.current) return;
      // Towards the middle of the window.
      const isLeft = anchor.current.getBoundingClientRect().left < window.innerWidth / 2;
      moveBeside(anchor.current, box.current, { side: "bottom", align: isLeft ? "start" : "end" });
    };
    place();
    box.current?.querySelector<HTMLElement>("input:not(:disabled)")?.focus({ preventScroll: true });
    window.addEventListener("resize", place);
    window.addEventListener("scroll", place, { passive: true });
    return () => {
      window.removeEventListener("resize", place);
      window.removeEventListener("scroll", place);
    };
  }, [anchor, box]);
}
