import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
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

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly tone?: "danger";
  /** Why the action is unavailable. The action stays focusable. */
  readonly disabledReason?: string | undefined;
  readonly shortcut?: string;
}

interface ActionMenuProps {
  readonly label: string;
  /** Returns the actions. Called when the menu opens. */
  readonly actions: () => readonly MenuAction[];
}

/**
 * "…" button with a menu of actions. Arrow keys, Home, End and first letters move between actions. Escape closes the
 * menu. Mantine's Menu would add 28 KB and load too late for the first click.
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

interface SharedMenu {
  readonly button: HTMLButtonElement;
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly portalTarget: Element;
}

/**
 * Returns a menu that many buttons share, such as the buttons of table rows. The buttons need
 * `aria-haspopup="menu"`.
 */
export function useSharedMenu() {
  const { isOpen, setIsOpen, openAt, close, anchor, box } = usePopup("menu");
  const [shared, setShared] = useState<SharedMenu | null>(null);
  const { id } = box;

  useEffect(() => {
    if (!isOpen || !shared) return;
    shared.button.setAttribute("aria-expanded", "true");
    shared.button.setAttribute("aria-controls", id);
    return () => {
      shared.button.setAttribute("aria-expanded", "false");
      shared.button.removeAttribute("aria-controls");
    };
  }, [isOpen, shared, id]);

  function toggle(button: HTMLButtonElement, label: string, actions: readonly MenuAction[]) {
    if (isOpen && anchor.current === button) return close();
    setShared({ button, label, actions, portalTarget: findPortalTarget(button) });
    openAt(button);
  }

  return {
    toggle,
    menu: isOpen && shared && (
      <MenuList
        // A new key replaces the menu when another button opens it.
        key={shared.label}
        label={shared.label}
        actions={shared.actions}
        portalTarget={shared.portalTarget}
        box={box}
        anchor={anchor}
        onClose={close}
        onDismiss={() => setIsOpen(false)}
      />
    ),
  };
}

/** Returns the landmark or dialog that contains the button, because table cells would clip the menu. */
function findPortalTarget(button: Element): Element {
  return button.closest('[role="dialog"], main') ?? document.body;
}

interface MenuListProps {
  readonly box: ReturnType<typeof usePopup>["box"];
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly portalTarget: Element;
  readonly anchor: RefObject<HTMLElement | null>;
  /** Closes the menu and restores focus. */
  readonly onClose: () => void;
  /** Closes the menu without moving focus. */
  readonly onDismiss: () => void;
}

function MenuList({ box, label, actions, portalTarget, anchor, onClose, onDismiss }: MenuListProps) {
  useMenuPosition(anchor, box.ref, onDismiss);

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const currentIndex = items.findIndex((item) => item === document.activeElement);
    const next = findNextItem(event.key, items, currentIndex);
    // The table must not handle these keys.
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
      // Prevents the row from opening, because React events bubble from the portal to the row.
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
        // Restores focus first. A dialog that the action opens can then return focus to the button.
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
  const handleMove = useEffectEvent(onDismiss);
  useEffect(() => {
    const dismiss = () => handleMove();
    window.addEventListener("resize", dismiss);
    // Starts listening in the next frame, because the event of an earlier scroll may still arrive.
    const frame = requestAnimationFrame(() => document.addEventListener("scroll", dismiss, true));
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("resize", dismiss);
      document.removeEventListener("scroll", dismiss, true);
    };
  }, []);
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
