import { Box, Popover } from "@mantine/core";
import type { FocusEvent, KeyboardEvent, ReactElement, ReactNode, Ref } from "react";
import { useRef, useState } from "react";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import { IconButton } from "@/ui/primitives/link-button";
import { InfoIcon } from "@/ui/theme/icons";
import classes from "./help-tip.module.css";

/** Shows a panel below a button. Focus moves to its first control, or to the element with `data-autofocus`. */
export function Panel(props: {
  readonly ref?: Ref<HTMLDivElement>;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly target: ReactElement;
  readonly width?: number;
  readonly children: ReactNode;
}) {
  const { ref, opened, onClose, target, width, children } = props;
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Escape closes only the panel, not the drawer or page behind it.
    event.stopPropagation();
    onClose();
  }
  return (
    <Popover
      position="bottom-end"
      opened={opened}
      onChange={onClose}
      width={width ?? "max-content"}
      // Handled above, because a form in the panel may handle Escape itself.
      closeOnEscape={false}
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>{target}</Popover.Target>
      {opened && (
        <Popover.Dropdown
          {...(ref !== undefined && { ref })}
          onKeyDown={handleKeyDown}
          maw="calc(100vw - 16px)"
          mah="min(520px, calc(100dvh - 16px))"
          fz="sm"
          style={{ overflowY: "auto", overscrollBehavior: "contain" }}
          data-no-print
        >
          <RestoreFocus />
          {children}
        </Popover.Dropdown>
      )}
    </Popover>
  );
}

function RestoreFocus() {
  useRestoreFocus();
  return null;
}

/** Screen readers announce the explanation. It closes on Escape, a click outside, and when focus leaves. */
export function HelpTip(props: {
  /** Part of the button's name. With "levels", the name is "About levels". */
  readonly topic: string;
  /** Short text in `HelpText` paragraphs, with an optional link to the source. */
  readonly children: ReactNode;
}) {
  const { topic, children } = props;
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !opened) return;
    // Escape must close only the help text, without closing a drawer or clearing a selection.
    event.preventDefault();
    event.stopPropagation();
    setOpened(false);
    button.current?.focus({ preventScroll: true });
  }

  function handleBlur({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpened(false);
  }

  return (
    <span className={classes.tip} onKeyDown={handleKeyDown} onBlur={handleBlur} data-no-print>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        width={340}
        withinPortal={false}
        withRoles={false}
      >
        <Popover.Target>
          <IconButton
            ref={button}
            label={`About ${topic}`}
            icon={<InfoIcon size={14} />}
            hasTooltip={false}
            handlesEscape={opened}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          />
        </Popover.Target>
        {/* Rendered before its content. Screen readers often don't announce live regions that are inserted with
           content. */}
        <output>
          <Popover.Dropdown className={classes.content} maw="calc(100vw - 16px)">
            {children}
          </Popover.Dropdown>
        </output>
      </Popover>
    </span>
  );
}

export function HelpText({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="span" display="block">
      {children}
    </Box>
  );
}
