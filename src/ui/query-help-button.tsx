import { type ComponentType, useEffect, useId, useRef, useState } from "react";
import type { QueryField } from "@/lib/query-text";
import { InfoIcon } from "./icons";
import { IconButton } from "./link-button";
import classes from "./query-field.module.css";
import { useToasts } from "./toasts";

interface HelpProps {
  readonly fields: readonly QueryField[];
}

/** Opens "How to search" below the field; what it says is fetched then. */
export function QueryHelpButton({ fields }: HelpProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const toasts = useToasts();
  const [isOpen, setIsOpen] = useState(false);
  // In a box, as React would call a bare component that is put into the state.
  const [help, setHelp] = useState<{ readonly Help: ComponentType<HelpProps> } | null>(null);

  useEffect(() => {
    if (!isOpen || help === null) return;
    panel.current?.focus({ preventScroll: true });
  }, [isOpen, help]);
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return;
      if (!panel.current?.contains(target) && !button.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    return () => document.removeEventListener("pointerdown", onPointerDown, true);
  }, [isOpen]);

  async function open() {
    setIsOpen(true);
    try {
      const { QueryHelp } = await import("./query-help");
      setHelp({ Help: QueryHelp });
    } catch {
      setIsOpen(false);
      toasts.show({
        title: "The help could not be opened",
        detail: "Its code did not arrive. Check the connection and try again.",
        tone: "danger",
      });
    }
  }

  function close() {
    setIsOpen(false);
    button.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <IconButton
        ref={button}
        label="How to search"
        icon={<InfoIcon />}
        hint={false}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...(isOpen && help ? { "aria-controls": id } : {})}
        onClick={() => (isOpen ? close() : void open())}
      />
      {isOpen && help && (
        <div
          ref={panel}
          id={id}
          role="dialog"
          aria-label="How to search"
          tabIndex={-1}
          className={classes.panel}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            close();
          }}
          // Whoever tabs on has read it.
          onBlur={(event) => {
            if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
          }}
        >
          <help.Help fields={fields} />
        </div>
      )}
    </>
  );
}
