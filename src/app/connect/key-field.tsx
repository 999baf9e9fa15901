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

export function KeyField(props: KeyFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <TextField
      {...props}
      type={isVisible ? "text" : "password"}
      label="Personal API key"
      description="Create one in the server's settings. It starts with phx_."
      // Password managers must not offer or save the key, because it isn't a password of this site.
      autoComplete="off"
      spellCheck={false}
      required
      rightSection={
        <IconButton
          label={isVisible ? "Hide key" : "Show key"}
          aria-pressed={isVisible}
          icon={isVisible ? <EyeOffIcon /> : <EyeIcon />}
          hasTooltip={false}
          onClick={() => setIsVisible(!isVisible)}
        />
      }
    />
  );
}
