import { Box, Popover } from "@mantine/core";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { IconButton } from "@/ui/primitives/link-button";
import { InfoIcon } from "@/ui/theme/icons";
import classes from "./help-tip.module.css";

interface HelpTipProps {
  /** Part of the button's name. With "levels", the name is "About levels". */
  readonly topic: string;
  /** Short text in `HelpText` paragraphs, with an optional link to the source. */
  readonly children: ReactNode;
}

/**
 * Button that explains a term. Screen readers announce the explanation when it opens. It closes on
 * Escape, on a click outside, and when focus leaves.
 */
export function HelpTip({ topic, children }: HelpTipProps) {
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
