import { useState } from "react";
import classes from "./masked-text.module.css";

interface MaskedTextProps {
  readonly mask: string;
  readonly text: string;
  /** Noun that the button's accessible name uses for the text, such as "webhook URL". */
  readonly noun: string;
}

/** Shows a masked secret. The user can show the full text. */
export function MaskedText({ mask, text, noun }: MaskedTextProps) {
  const [isShown, setShown] = useState(false);
  const action = isShown ? "Hide" : "Show";
  return (
    <span className={classes.root}>
      <span className={classes.text} translate="no">
        {isShown ? text : mask}
      </span>
      <button
        type="button"
        className={classes.toggle}
        aria-label={`${action} ${noun}`}
        onClick={() => setShown(!isShown)}
      >
        {action}
      </button>
    </span>
  );
}
