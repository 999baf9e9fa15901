import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect } from "react";
import { moveBeside } from "@/ui/hooks/popover-position";
import { IconButton } from "@/ui/primitives/link-button";
import { InfoIcon } from "@/ui/theme/icons";
import classes from "./help-tip.module.css";
import { usePopup } from "./use-popup";

interface HelpTipProps {
  /** What it explains, for the button's name: "levels" makes "About levels". */
  readonly about: string;
  /** Short and true. Paragraphs are `HelpText`; a link to the source may be among them. */
  readonly children: ReactNode;
}

/**
 * A button that explains a word of the field when it is pressed, by mouse, finger or key. The words are read out as they
 * open; Escape, a press elsewhere and moving on close them.
 */
export function HelpTip({ about, children }: HelpTipProps) {
  const { isOpen, setIsOpen, close, anchor, button, box } = usePopup("dialog");
  const { ref, id } = box;
  const { "aria-haspopup": _, ...toggle } = button;

  useLayoutEffect(() => {
    if (!isOpen || !anchor.current || !ref.current) return;
    moveBeside(anchor.current, ref.current, { side: "bottom", align: "start" });
  }, [isOpen, anchor, ref]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isOpen) return;
    // Only the words close, not the drawer or the selection around them.
    event.preventDefault();
    event.stopPropagation();
    close();
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setIsOpen(false);
  }

  return (
    <span className={classes.tip} onKeyDown={onKeyDown} onBlur={onBlur} data-no-print>
      <IconButton
        {...toggle}
        label={`About ${about}`}
        icon={<InfoIcon size={14} />}
        hint={false}
        ownEscape={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {/* There before its words: a live region that arrives filled is often not read out. */}
      <output>
        {isOpen && (
          <span ref={ref} id={id} className={classes.words}>
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
