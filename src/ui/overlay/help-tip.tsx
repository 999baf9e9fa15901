import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect } from "react";
import { positionPopover } from "@/ui/hooks/popover-position";
import { IconButton } from "@/ui/primitives/link-button";
import { InfoIcon } from "@/ui/theme/icons";
import classes from "./help-tip.module.css";
import { usePopup } from "./use-popup";

interface HelpTipProps {
  /** What it explains, for the button's name: "levels" makes "About levels". */
  readonly topic: string;
  /** Short and true. Paragraphs are `HelpText`; a link to the source may be among them. */
  readonly children: ReactNode;
}

/**
 * A button that explains a word of the field when it is pressed, by mouse, finger or key. The words are read out as they
 * open; Escape, a press elsewhere and moving on close them.
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
    // Only the words close, not the drawer or the selection around them.
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
      {/* There before its words: a live region that arrives filled is often not read out. */}
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

/** A paragraph of what a HelpTip says. */
export function HelpText({ children }: { readonly children: ReactNode }) {
  return <span className={classes.text}>{children}</span>;
}
