import { useState } from "react";
import { IconButton } from "@/ui/primitives/link-button";
import { CheckIcon, CopyIcon } from "@/ui/theme/icons";
import { useAnnounce } from "./announcer";

interface CopyButtonProps {
  readonly value: string;
  readonly label: string;
}

export function CopyButton({ value, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused">();
  const announce = useAnnounce();

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome("copied");
      announce("Copied");
    } catch {
      // The clipboard is unavailable without permission or on insecure origins. The user can still select the text.
      setOutcome("refused");
      announce("Copying isn't allowed here. Select the text instead.");
    }
  }

  const outcomeLabels = { copied: "Copied", refused: "Couldn't copy" };
  return (
    <span onPointerLeave={() => setOutcome(undefined)} onBlur={() => setOutcome(undefined)}>
      <IconButton
        label={outcome ? outcomeLabels[outcome] : label}
        icon={outcome === "copied" ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void copy()}
      />
    </span>
  );
}
