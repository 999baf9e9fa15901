import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import classes from "./action-menu.module.css";
import { MoreIcon } from "./icons";
import { Kbd } from "./kbd";
import { IconButton } from "./link-button";
import { moveBeside } from "./placing";

/** One thing that can be done to a row or a page. */
export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly tone?: "danger";
  /** Why it cannot be done now; it stays readable and reachable. */
  readonly disabledReason?: string | undefined;
  readonly shortcut?: string;
}

interface ActionMenuProps {
  /** Names the button, for example "Actions for Weekly report". */
  readonly label: string;
  /** Asked each time the menu opens. */
  readonly actions: () => readonly MenuAction[];
}

/**
 * A "…" button with a menu of actions: arrows, Home, End and first letters move, Escape closes.
 * Own code instead of Mantine's Menu, which costs 28 KB and would come late for the first click.
 */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const [opened, setOpened] = useState<OpenedMenu | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function close(focusBack: boolean) {
    setOpened(null);
    if (focusBack) button.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={<MoreIcon />}
        hint={false}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        {...(opened ? { "aria-controls": id } : {})}
        onClick={(event) =>
          opened ? close(true) : setOpened({ actions: actions(), home: homeOf(event.currentTarget) })
        }
      />
      {opened && (
        <MenuList
          id={id}
          label={label}
          actions={opened.actions}
          home={opened.home}
          anchor={button}
          onClose={close}
        />
      )}
    </>
  );
}

/** A menu as it was opened. */
export interface OpenedMenu {
  readonly actions: readonly MenuAction[];
  readonly home: Element;
}

/** Where the menu is put into the page: in its landmark or its dialog, out of reach of the cell's clipping. */
export function homeOf(button: Element): Element {
  return button.closest('[role="dialog"], main') ?? document.body;
}

interface MenuListProps {
  readonly id: string;
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly home: Element;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: (focusBack: boolean) => void;
}

/** The menu itself, placed at its button. */
export function MenuList({ id, label, actions, home, anchor, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  useMenuPlace(anchor, list, onClose);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.findIndex((item) => item === document.activeElement);
    const next = nextItem(event.key, items, at);
    // The keys belong to the menu: the table below must not move as well.
    event.stopPropagation();
    if (event.key === "Tab" || event.key === "Escape") {
      event.preventDefault();
      onClose(true);
    } else if (next) {
      event.preventDefault();
      next.focus();
    }
  }

  return createPortal(
    <div
      ref={list}
      id={id}
      role="menu"
      aria-label={label}
      className={classes.menu}
      tabIndex={-1}
      data-no-print
      // Events of a portal climb the React tree: a click here is no click on the row.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
    >
      {actions.map((action) => (
        <MenuItem key={action.id} action={action} onClose={onClose} />
      ))}
    </div>,
    home,
  );
}

interface MenuItemProps {
  readonly action: MenuAction;
  readonly onClose: (focusBack: boolean) => void;
}

function MenuItem({ action, onClose }: MenuItemProps) {
  const isDisabled = action.disabledReason !== undefined;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classes.item}
      data-tone={action.tone}
      data-mantine-stop-propagation="true"
      aria-disabled={isDisabled || undefined}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        if (isDisabled) return;
        // The focus goes back first, so that a dialog which opens now can return it there.
        onClose(true);
        action.onSelect();
      }}
    >
      <span className={classes.icon}>{action.icon}</span>
      <span className={classes.label}>
        {action.label}
        {isDisabled && <span className={classes.reason}>{action.disabledReason}</span>}
      </span>
      {action.shortcut !== undefined && <Kbd>{action.shortcut}</Kbd>}
    </button>
  );
}

/** Puts the menu beside its button, focuses the first item, and closes it when the world around it moves. */
function useMenuPlace(
  anchor: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  onClose: (focusBack: boolean) => void,
): void {
  useLayoutEffect(() => {
    if (!anchor.current || !list.current) return;
    moveBeside(anchor.current, list.current, { side: "bottom", align: "end" });
    (list.current.querySelector<HTMLElement>('[role="menuitem"]') ?? list.current).focus({
      preventScroll: true,
    });
  }, [anchor, list]);
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      if (!(event.target instanceof Node)) return;
      if (list.current?.contains(event.target) || anchor.current?.contains(event.target)) return;
      onClose(false);
    };
    const onMove = () => onClose(false);
    document.addEventListener("pointerdown", onPointerDown, true);
    window.addEventListener("resize", onMove);
    document.addEventListener("scroll", onMove, true);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown, true);
      window.removeEventListener("resize", onMove);
      document.removeEventListener("scroll", onMove, true);
    };
  });
}

function nextItem(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const around = (index: number) => items[(index + items.length) % items.length];
  if (key === "ArrowDown") return around(at + 1);
  if (key === "ArrowUp") return around(at < 0 ? -1 : at - 1);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const rest = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return rest.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
