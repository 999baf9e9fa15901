import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect } from "react";
import { positionPopover } from "@/ui/hooks/popover-position";
import { IconButton } from "@/ui/primitives/link-button";
import { InfoIcon } from "@/ui/theme/icons";
import classes from "./help-tip.module.css";
import { usePopup } from "./use-popup";

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
  const { isOpen, setIsOpen, close, anchor, button, box } = usePopup("dialog");
  const { ref, id } = box;
  const { "aria-haspopup": _, ...toggleProps } = button;

  useLayoutEffect(() => {
    if (!isOpen || !anchor.current || !ref.current) return;
    positionPopover(anchor.current, ref.current, { side: "bottom", align: "start" });
  }, [isOpen, anchor, ref]);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isOpen) return;
    // Escape must close only the help text, without closing a drawer or clearing a selection.
    event.preventDefault();
    event.stopPropagation();
    close();
  }

  function handleBlur({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setIsOpen(false);
  }

  return (
    <span className={classes.tip} onKeyDown={handleKeyDown} onBlur={handleBlur} data-no-print>
      <IconButton
        {...toggleProps}
        label={`About ${topic}`}
        icon={<InfoIcon size={14} />}
        hasTooltip={false}
        handlesEscape={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {/* Rendered before its content. Screen readers often don't announce live regions that are inserted with
         content. */}
      <output>
        {isOpen && (
          <span ref={ref} id={id} className={classes.content}>
            {children}
          </span>
        )}
      </output>
    </span>
  );
}

export function HelpText({ children }: { readonly children: ReactNode }) {
  return <span className={classes.text}>{children}</span>;
}
