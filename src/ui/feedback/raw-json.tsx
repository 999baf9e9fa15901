import { useState } from "react";
import { escapeInvisible } from "@/lib/text/invisible-characters";
import { ChevronRightIcon } from "@/ui/theme/icons";
import { CopyButton } from "./copy-button";
import classes from "./raw-json.module.css";

interface RawJsonProps {
  readonly value: unknown;
  readonly label?: string;
}

/** Shows collapsible JSON, which is rendered as text, never as markup. */
export function RawJson({ value, label = "Show raw response" }: RawJsonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <ChevronRightIcon size={12} />
        {label}
      </summary>
      {/* Formatted on demand, because large values are slow to format. */}
      {isOpen && <RawText text={stringifyValue(value)} />}
    </details>
  );
}

function RawText({ text }: { readonly text: string }) {
  return (
    <div className={classes.box}>
      <div className={classes.copy}>
        <CopyButton value={text} label="Copy as JSON" />
      </div>
      <pre className={classes.text} translate="no" tabIndex={0} role="region" aria-label="Raw response">
        {text}
      </pre>
    </div>
  );
}

function stringifyValue(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return escapeInvisible(JSON.stringify(value, null, 2) ?? String(value));
  } catch {
    return String(value);
  }
}
