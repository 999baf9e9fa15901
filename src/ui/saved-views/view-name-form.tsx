import { Button } from "@mantine/core";
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { TextField } from "@/ui/form/fields";
import classes from "./saved-views-panel.module.css";

interface ViewNameFormProps {
  readonly label: string;
  readonly initialName: string;
  readonly submitLabel: string;
  readonly validate?: (name: string) => string | undefined;
  readonly getHint?: (name: string) => string | undefined;
  /** Receives the trimmed name. */
  readonly onSubmit: (name: string) => void;
  readonly onCancel: () => void;
}

const MAX_NAME_LENGTH = 80;

/** Shows a form for the name of a view. A single field needs no form library. */
export function ViewNameForm(props: ViewNameFormProps) {
  const { label, initialName, submitLabel, validate, getHint, onSubmit, onCancel } = props;
  const [text, setText] = useState(initialName);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  const name = text.trim();
  const nameError = validateName(name, validate);

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    setWasSubmitted(true);
    if (nameError === undefined) onSubmit(name);
    else input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Escape closes only the form, not the panel around it.
    event.stopPropagation();
    onCancel();
  }

  return (
    <form className={classes.form} noValidate onSubmit={handleSubmit} onKeyDown={handleKeyDown}>
      <TextField
        ref={input}
        label={label}
        value={text}
        onChange={setText}
        error={wasSubmitted ? nameError : undefined}
        description={getHint?.(name)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">{submitLabel}</Button>
      </div>
    </form>
  );
}

function validateName(name: string, validate: ViewNameFormProps["validate"]): string | undefined {
  if (name === "") return "Enter a name.";
  if (name.length > MAX_NAME_LENGTH) return `Use at most ${MAX_NAME_LENGTH} characters.`;
  return validate?.(name);
}
