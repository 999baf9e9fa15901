import { CopyButton } from "./copy-button";
import classes from "./raw-json.module.css";

interface RawTextProps {
  readonly value: unknown;
  readonly label: string;
}

/** The opened part of RawJson: the value in full, and a way to copy it. */
export function RawText({ value, label }: RawTextProps) {
  const text = printed(value);
  return (
    <div className={classes.box}>
      <div className={classes.copy}>
        <CopyButton value={text} label="Copy as JSON" />
      </div>
      <pre className={classes.text} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    </div>
  );
}

function printed(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, 2) ?? String(value);
  } catch {
    return String(value);
  }
}
