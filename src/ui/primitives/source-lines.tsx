import type { SourceLine } from "@/lib/file/line-index";
import { HiddenText } from "./hidden-text";
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
            {isMarked && <HiddenText>{`Line ${number}: `}</HiddenText>}
            {text}
          </code>
        </div>
      ))}
    </figure>
  );
}
