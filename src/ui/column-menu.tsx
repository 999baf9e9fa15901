import { Button } from "@mantine/core";
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { SegmentedField } from "./choice-fields";
import classes from "./column-menu.module.css";
import { SettingsIcon } from "./icons";
import { moveBeside } from "./placing";

/** A column that can be chosen. */
export interface ColumnChoice {
  readonly id: string;
  readonly header: string;
  /** False for one that every row needs. */
  readonly canHide: boolean;
}

type Density = "comfortable" | "compact";

interface ColumnMenuProps {
  readonly columns: readonly ColumnChoice[];
  readonly visible: readonly string[];
  /** Gets the ids of those to show, in the order of `columns`. */
  readonly onChange: (visible: readonly string[]) => void;
  readonly density: Density;
  readonly onDensityChange: (density: Density) => void;
  readonly onResetWidths: () => void;
  /** For who asked for it before this code was there. */
  readonly opensAtOnce?: boolean;
}

/** The "Columns" button: which columns a table shows, how high its rows are, and the usual widths back. */
export function ColumnMenu({ opensAtOnce = false, ...props }: ColumnMenuProps) {
  const [isOpen, setIsOpen] = useState(opensAtOnce);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function close(focusBack: boolean) {
    setIsOpen(false);
    if (focusBack) button.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<SettingsIcon />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        Columns
      </Button>
      {isOpen && <ViewDialog {...props} id={id} anchor={button} onClose={close} />}
    </>
  );
}

interface ViewDialogProps extends Omit<ColumnMenuProps, "opensAtOnce"> {
  readonly id: string;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: (focusBack: boolean) => void;
}

function ViewDialog(props: ViewDialogProps) {
  const { id, anchor, columns, visible, onClose } = props;
  const box = useRef<HTMLDivElement>(null);
  useDialogPlace(anchor, box, onClose);

  function toggle(columnId: string) {
    props.onChange(
      columns
        .filter((column) => (column.id === columnId) !== visible.includes(column.id))
        .map((column) => column.id),
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onClose(true);
  }

  function onBlur({ relatedTarget }: FocusEvent) {
    const isInside = box.current?.contains(relatedTarget) || anchor.current?.contains(relatedTarget);
    // Tab leads on; a click on nothing is the pointer's affair.
    if (relatedTarget !== null && !isInside) onClose(false);
  }

  return (
    <div
      ref={box}
      id={id}
      role="dialog"
      aria-label="Columns and rows"
      className={classes.dialog}
      data-no-print
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <fieldset className={classes.group}>
        <legend className={classes.legend}>Columns</legend>
        {columns.map((column) => (
          <label key={column.id} className={classes.choice}>
            <input
              type="checkbox"
              checked={visible.includes(column.id)}
              disabled={!column.canHide}
              onChange={() => toggle(column.id)}
            />
            {column.header}
          </label>
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

/** Beside its button for as long as it is open, and closed by a press elsewhere. */
function useDialogPlace(
  anchor: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
  onClose: (focusBack: boolean) => void,
): void {
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
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return;
      if (!box.current?.contains(target) && !anchor.current?.contains(target)) onClose(false);
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    return () => document.removeEventListener("pointerdown", onPointerDown, true);
  });
}
