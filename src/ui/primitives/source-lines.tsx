import { VisuallyHidden } from "@mantine/core";
import type { SourceLine } from "@/lib/file/line-index";
import classes from "./source-lines.module.css";

interface SourceLinesProps {
  readonly label: string;
  readonly lines: readonly SourceLine[];
}

export function SourceLines({ label, lines }: SourceLinesProps) {
  return (
    <figure className={classes.source} aria-label={label}>
      {lines.map(({ number, text, isMarked }) => (
        <div key={number} className={classes.line} data-marked={isMarked || undefined}>
          <span className={classes.number} aria-hidden="true">
            {number}
          </span>
          <code className={classes.text}>
            {isMarked && <VisuallyHidden>{`Line ${number}: `}</VisuallyHidden>}
            {text}
          </code>
        </div>
      ))}
    </figure>
  );
}
