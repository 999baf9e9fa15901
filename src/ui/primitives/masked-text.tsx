import { Anchor } from "@mantine/core";
import { useState } from "react";

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
