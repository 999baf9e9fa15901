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
import { positionPopover } from "@/ui/hooks/popover-position";
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
      <IconButton {...button} label={label} icon={<MoreIcon />} hasTooltip={false} />
      {menu}
    </>
  );
}

/** What a button needs to open a menu of actions, and the menu while it is open. */
export function useActionMenu(label: string, actions: () => readonly MenuAction[]) {
  const { isOpen, setIsOpen, close, anchor, button, box } = usePopup("menu");
  const [openMenu, setOpenMenu] = useState<Pick<MenuListProps, "actions" | "portalTarget"> | null>(null);

  function open({ currentTarget }: MouseEvent) {
    setOpenMenu({ actions: actions(), portalTarget: findPortalTarget(currentTarget) });
    setIsOpen(true);
  }

  return {
    button: { ...button, onClick: isOpen ? close : open },
    menu: isOpen && openMenu && (
      <MenuList
        {...openMenu}
        box={box}
        label={label}
        anchor={anchor}
        onClose={close}
        onDismiss={() => setIsOpen(false)}
      />
    ),
  };
}

/** Where the menu is put into the page: in its landmark or its dialog, out of reach of the cell's clipping. */
function findPortalTarget(button: Element): Element {
  return button.closest('[role="dialog"], main') ?? document.body;
}

interface MenuListProps {
  readonly box: ReturnType<typeof usePopup>["box"];
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly portalTarget: Element;
  readonly anchor: RefObject<HTMLElement | null>;
  /** Gives the focus back. */
  readonly onClose: () => void;
  /** Leaves the focus where it is. */
  readonly onDismiss: () => void;
}

/** The menu itself, placed at its button. */
function MenuList({ box, label, actions, portalTarget, anchor, onClose, onDismiss }: MenuListProps) {
  useMenuPosition(anchor, box.ref, onDismiss);

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const currentIndex = items.findIndex((item) => item === document.activeElement);
    const next = findNextItem(event.key, items, currentIndex);
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
      onKeyDown={handleKeyDown}
    >
      {actions.map((action) => (
        <MenuItem key={action.id} action={action} onClose={onClose} />
      ))}
    </div>,
    portalTarget,
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
function useMenuPosition(
  anchor: RefObject<HTMLElement | null>,
  menuRef: RefObject<HTMLElement | null>,
  onDismiss: () => void,
): void {
  useLayoutEffect(() => {
    if (!anchor.current || !menuRef.current) return;
    positionPopover(anchor.current, menuRef.current, { side: "bottom", align: "end" });
    (menuRef.current.querySelector<HTMLElement>('[role="menuitem"]') ?? menuRef.current).focus({
      preventScroll: true,
    });
  }, [anchor, menuRef]);
  useEffect(() => {
    window.addEventListener("resize", onDismiss);
    // Of the next frame on: the event of a scrolling from before the menu may come only now.
    const frame = requestAnimationFrame(() => document.addEventListener("scroll", onDismiss, true));
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("resize", onDismiss);
      document.removeEventListener("scroll", onDismiss, true);
    };
  });
}

function findNextItem(
  key: string,
  items: readonly HTMLElement[],
  currentIndex: number,
): HTMLElement | undefined {
  const itemAt = (index: number) => items[(index + items.length) % items.length];
  if (key === "ArrowDown") return itemAt(currentIndex + 1);
  if (key === "ArrowUp") return itemAt(currentIndex < 0 ? -1 : currentIndex - 1);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const candidates = [...items.slice(currentIndex + 1), ...items.slice(0, currentIndex + 1)];
  return candidates.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
