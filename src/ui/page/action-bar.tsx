import type { ReactNode } from "react";
import { useRootAttribute } from "@/ui/hooks/use-root-attribute";
import classes from "./action-bar.module.css";

interface ActionBarProps {
  /** What is chosen; announced when it changes. */
  readonly summary: string;
  /** The buttons. */
  readonly children: ReactNode;
}

/** What is chosen on a long page and what can be done with it, at the lower edge of the window. */
export function ActionBar({ summary, children }: ActionBarProps) {
  useRootAttribute("data-has-action-bar");
  return (
    <div className={classes.bar} data-no-print>
      <output>{summary}</output>
      <div className={classes.buttons}>{children}</div>
    </div>
  );
}
