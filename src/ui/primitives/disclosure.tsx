import { type ReactNode, useState } from "react";
import { ChevronRightIcon } from "@/ui/theme/icons";
import classes from "./disclosure.module.css";

interface DisclosureProps {
  readonly summary: string;
  /** Rendered on demand, because large content is slow to render. */
  readonly children: () => ReactNode;
}

/** Shows a summary that expands to its content. */
export function Disclosure({ summary, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <ChevronRightIcon size={12} />
        {summary}
      </summary>
      {isOpen && children()}
    </details>
  );
}
