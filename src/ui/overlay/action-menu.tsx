import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { moveBeside } from "@/ui/hooks/popover-position";
import { Kbd } from "@/ui/primitives/kbd";
import { IconButton } from "@/ui/primitives/link-button";
import { MoreIcon } from "@/ui/theme/icons";
import classes from "./action-menu.module.css";
import { usePopup } from "./use-popup";

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
  const { button, menu } = useActionMenu(label, actions);
  return (
    <>
      <IconButton {...button} label={label} icon={<MoreIcon />} hint={false} />
      {menu}
    </>
  );
}

/** What a button needs to open a menu of actions, and the menu while it is open. */
export function useActionMenu(label: string, actions: () => readonly MenuAction[]) {
  const { isOpen, setIsOpen, close, anchor, button, box } = usePopup("menu");
  const [opened, setOpened] = useState<Pick<MenuListProps, "actions" | "home"> | null>(null);

  function open({ currentTarget }: MouseEvent) {
    setOpened({ actions: actions(), home: homeOf(currentTarget) });
    setIsOpen(true);
  }

  return {
    button: { ...button, onClick: isOpen ? close : open },
    menu: isOpen && opened && (
      <MenuList
        {...opened}
        box={box}
        label={label}
        anchor={anchor}
        onClose={close}
        onLeave={() => setIsOpen(false)}
      />
    ),
  };
}

/** Where the menu is put into the page: in its landmark or its dialog, out of reach of the cell's clipping. */
function homeOf(button: Element): Element {
  return button.closest('[role="dialog"], main') ?? document.body;
}

interface MenuListProps {
  readonly box: ReturnType<typeof usePopup>["box"];
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly home: Element;
  readonly anchor: RefObject<HTMLElement | null>;
  /** Gives the focus back. */
  readonly onClose: () => void;
  /** Leaves the focus where it is. */
  readonly onLeave: () => void;
}

/** The menu itself, placed at its button. */
function MenuList({ box, label, actions, home, anchor, onClose, onLeave }: MenuListProps) {
  useMenuPlace(anchor, box.ref, onLeave);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.findIndex((item) => item === document.activeElement);
    const next = nextItem(event.key, items, at);
    // The keys belong to the menu: the table below must not move as well.
    event.stopPropagation();
    if (event.key === "Tab" || event.key === "Escape") {
      event.preventDefault();
      onClose();
    } else if (next) {
      event.preventDefault();
      next.focus();
    }
  }

  return createPortal(
    <div
      {...box}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={classes.menu}
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
  readonly onClose: () => void;
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
        onClose();
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
  onLeave: () => void,
): void {
  useLayoutEffect(() => {
    if (!anchor.current || !list.current) return;
    moveBeside(anchor.current, list.current, { side: "bottom", align: "end" });
    (list.current.querySelector<HTMLElement>('[role="menuitem"]') ?? list.current).focus({
      preventScroll: true,
    });
  }, [anchor, list]);
  useEffect(() => {
    window.addEventListener("resize", onLeave);
    // Of the next frame on: the event of a scrolling from before the menu may come only now.
    const frame = requestAnimationFrame(() => document.addEventListener("scroll", onLeave, true));
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("resize", onLeave);
      document.removeEventListener("scroll", onLeave, true);
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
