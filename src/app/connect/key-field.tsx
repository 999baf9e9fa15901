import { type Ref, useState } from "react";
import { TextField } from "@/ui/form/fields";
import { IconButton } from "@/ui/primitives/link-button";
import { EyeIcon, EyeOffIcon } from "@/ui/theme/icons-lazy";

interface KeyFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  readonly ref: Ref<HTMLInputElement>;
  readonly error: string | undefined;
}

/** A field for the personal API key: masked until the person looks. */
export function KeyField(props: KeyFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <TextField
      {...props}
      type={isVisible ? "text" : "password"}
      label="Personal API key"
      description="Made in the server's settings; begins with phx_. It is sent to this server alone."
      // No password manager is to offer or keep it: it is no password of this site.
      autoComplete="off"
      spellCheck={false}
      required
      rightSection={
        <IconButton
          label={isVisible ? "Hide the key" : "Show the key"}
          aria-pressed={isVisible}
          icon={isVisible ? <EyeOffIcon /> : <EyeIcon />}
          hasTooltip={false}
          onClick={() => setIsVisible(!isVisible)}
        />
      }
    />
  );
}
