import { Button, Kbd, Menu, Text } from "@mantine/core";
import type { KeyboardEvent, ReactElement, ReactNode, Ref, RefObject } from "react";
import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { ButtonWithDisabledReason, IconButton } from "@/ui/primitives/link-button";
import { ChevronDownIcon, MoreIcon } from "@/ui/theme/icons";

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly tone?: "danger";
  readonly disabledReason?: string | undefined;
  /** Key that runs the action while its row has focus. */
  readonly key?: string;
  /** Name of the key, if it isn't the letter. */
  readonly shortcut?: string;
}

interface ActionMenuProps {
  readonly label: string;
  readonly actions: () => readonly MenuAction[];
}

export function ActionMenu({ label, actions }: ActionMenuProps) {
  return (
    <MenuOfActions actions={actions}>
      {(ref) => <IconButton ref={ref} label={label} icon={<MoreIcon />} hasTooltip={false} />}
    </MenuOfActions>
  );
}

interface MenuButtonProps extends ActionMenuProps {
  readonly icon?: ReactNode;
  readonly disabledReason?: string | undefined;
}

export function MenuButton({ label, icon, actions, disabledReason }: MenuButtonProps) {
  const buttonProps = {
    leftSection: icon,
    rightSection: <ChevronDownIcon size={14} />,
    children: label,
  };
  if (disabledReason !== undefined)
    return <ButtonWithDisabledReason {...buttonProps} disabledReason={disabledReason} />;
  return <MenuOfActions actions={actions}>{(ref) => <Button ref={ref} {...buttonProps} />}</MenuOfActions>;
}

export function MenuOfActions(props: {
  readonly actions: () => readonly MenuAction[];
  readonly children: (ref: RefObject<HTMLButtonElement | null>) => ReactElement;
}) {
  const { actions, children } = props;
  const target = useRef<HTMLButtonElement>(null);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  return (
    <Menu
      opened={button !== null}
      onChange={(isOpen) => setButton(isOpen ? target.current : null)}
      portalProps={getPortalProps(button)}
    >
      <Menu.Target>{children(target)}</Menu.Target>
      {button && <ActionList actions={actions()} button={button} onClose={() => setButton(null)} />}
    </Menu>
  );
}

/** Renders the menu in the landmark or dialog that contains the button. */
function getPortalProps(button: HTMLElement | null) {
  return { target: button?.closest<HTMLElement>('[role="dialog"], main') ?? document.body };
}

interface SharedMenu {
  readonly button: HTMLButtonElement;
  readonly label: string;
  readonly actions: readonly MenuAction[];
}

/** Returns a menu that many buttons share, such as the buttons of table rows. */
export function useSharedMenu() {
  const [shared, setShared] = useState<SharedMenu | null>(null);
  const close = () => setShared(null);

  useEffect(() => {
    shared?.button.setAttribute("aria-expanded", "true");
    return () => shared?.button.setAttribute("aria-expanded", "false");
  }, [shared]);

  return {
    toggle(button: HTMLButtonElement, label: string, actions: readonly MenuAction[]) {
      setShared(shared?.button === button ? null : { button, label, actions });
    },
    menu: shared && (
      <Menu key={shared.label} opened onChange={close} portalProps={getPortalProps(shared.button)}>
        <Menu.Target>
          <SharedTarget button={shared.button} />
        </Menu.Target>
        <ActionList {...shared} onClose={close} />
      </Menu>
    ),
  };
}

/** Gives an existing button to Mantine as the menu's target. */
function SharedTarget({ ref, button }: { readonly ref?: Ref<HTMLElement>; readonly button: HTMLElement }) {
  useImperativeHandle(ref, () => button, [button]);
  return null;
}

function ActionList(props: {
  readonly actions: readonly MenuAction[];
  readonly button: HTMLElement;
  /** Name of the menu. By default, the button names it. */
  readonly label?: string;
  readonly onClose: () => void;
}) {
  const { actions, button, label, onClose } = props;
  function closeAndFocusButton() {
    onClose();
    button.focus({ preventScroll: true });
  }

  // Mantine's handler would remove the menu before the button gets focus.
  function handleKeyDown(event: KeyboardEvent) {
    // Neither the table nor the drawer below handles keys of the menu.
    event.stopPropagation();
    if (event.key === "Tab") event.preventDefault();
    if (event.key === "Tab" || event.key === "Escape") closeAndFocusButton();
  }

  return (
    <Menu.Dropdown
      aria-label={label}
      data-no-print
      // Prevents the row from opening, because React events bubble from the portal to the row.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={handleKeyDown}
    >
      {actions.map(({ id, label: text, icon, tone, disabledReason, key, shortcut, onSelect }) => {
        const isDisabled = disabledReason !== undefined;
        const keyName = shortcut ?? key?.toUpperCase();
        return (
          <Menu.Item
            key={id}
            leftSection={icon}
            rightSection={keyName !== undefined && <Kbd aria-hidden>{keyName}</Kbd>}
            aria-keyshortcuts={key}
            {...(tone === "danger" && { c: "var(--ui-danger)" })}
            // Not `disabled`, so that keyboard users reach the reason.
            aria-disabled={isDisabled || undefined}
            closeMenuOnClick={false}
            onClick={() => {
              if (isDisabled) return;
              // Restores focus first. A dialog that the action opens can then return focus to the button.
              closeAndFocusButton();
              onSelect();
            }}
          >
            {text}
            {isDisabled && (
              <Text span display="block" fz="xs" c="dimmed">
                {disabledReason}
              </Text>
            )}
          </Menu.Item>
        );
      })}
    </Menu.Dropdown>
  );
}
