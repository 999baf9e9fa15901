import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useRootAttribute } from "@/ui/hooks/use-root-attribute";
import classes from "./action-bar.module.css";

interface ActionBarProps {
  /** Summary of the selection. Screen readers announce changes. */
  readonly summary: string;
  readonly children: ReactNode;
}

/** Sticky bar of a long page. Shows the selection and its actions. */
export function ActionBar({ summary, children }: ActionBarProps) {
  useRootAttribute("data-has-action-bar");
  return (
    <div className={classes.bar} data-no-print>
      <output className={classes.summary}>{summary}</output>
      <Group gap="xs" ms="auto">
        {children}
      </Group>
    </div>
  );
}
