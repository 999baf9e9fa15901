import { Anchor, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import type { SourceLine } from "@/lib/file/line-index";
import classes from "./source-lines.module.css";

export function SourceLines(props: { readonly label: string; readonly lines: readonly SourceLine[] }) {
  const { label, lines } = props;
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

export function MaskedText(props: {
  readonly mask: string;
  readonly text: string;
  /** Noun that the button's accessible name uses for the text, such as "webhook URL". */
  readonly noun: string;
}) {
  const { mask, text, noun } = props;
  const [isShown, setShown] = useState(false);
  const action = isShown ? "Hide" : "Show";
  return (
    <span>
      <span translate="no">{isShown ? text : mask}</span>{" "}
      <Anchor
        component="button"
        type="button"
        mih={24}
        px={4}
        aria-label={`${action} ${noun}`}
        onClick={() => setShown(!isShown)}
      >
        {action}
      </Anchor>
    </span>
  );
}
