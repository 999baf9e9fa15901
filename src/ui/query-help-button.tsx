import { type ComponentType, useId, useState } from "react";
import type { QueryField } from "@/lib/query-text";
import { InfoIcon } from "./icons";
import { IconButton } from "./link-button";
import classes from "./query-field.module.css";
import { useToasts } from "./toasts";
import { usePanel } from "./use-panel";

interface HelpProps {
  readonly fields: readonly QueryField[];
}

/** Opens "How to search" below the field; what it says is fetched then. */
export function QueryHelpButton({ fields }: HelpProps) {
  const id = useId();
  const toasts = useToasts();
  // In a box, as React would call a bare component that is put into the state.
  const [help, setHelp] = useState<{ readonly Help: ComponentType<HelpProps> } | null>(null);
  const { isOpen, open, close, button, panel } = usePanel(help !== null);

  async function show() {
    open();
    try {
      const { QueryHelp } = await import("./query-help");
      setHelp({ Help: QueryHelp });
    } catch {
      close();
      toasts.show({
        title: "The help could not be opened",
        detail: "Its code did not arrive. Check the connection and try again.",
        tone: "danger",
      });
    }
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
        onClick={() => (isOpen ? close() : void show())}
      />
      {isOpen && help && (
        <div
          {...panel}
          // oxlint-disable-next-line no-noninteractive-tabindex -- nothing in it takes the focus, and keys must scroll it
          tabIndex={0}
          id={id}
          role="dialog"
          aria-label="How to search"
          className={classes.panel}
        >
          <help.Help fields={fields} />
        </div>
      )}
    </>
  );
}
