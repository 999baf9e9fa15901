import { Button } from "@mantine/core";
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { TextField } from "@/ui/form/fields";
import classes from "./saved-views-panel.module.css";

interface ViewNameFormProps {
  readonly label: string;
  readonly start: string;
  readonly submitLabel: string;
  /** What is wrong with a name. */
  readonly mistakeOf?: (name: string) => string | undefined;
  /** What a person should know of a name. */
  readonly remarkOn?: (name: string) => string | undefined;
  /** Gets the name without blanks around it. */
  readonly onSubmit: (name: string) => void;
  readonly onCancel: () => void;
}

const LONGEST = 80;

/** Asks for the name of a view. One field needs no form library. */
export function ViewNameForm(props: ViewNameFormProps) {
  const { label, start, submitLabel, mistakeOf, remarkOn, onSubmit, onCancel } = props;
  const [text, setText] = useState(start);
  const [wasSent, setWasSent] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  const name = text.trim();
  const mistake = judge(name, mistakeOf);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setWasSent(true);
    if (mistake === undefined) onSubmit(name);
    else input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Escape means the form, not the panel around it.
    event.stopPropagation();
    onCancel();
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <TextField
        ref={input}
        label={label}
        value={text}
        onChange={setText}
        error={wasSent ? mistake : undefined}
        description={remarkOn?.(name)}
      />
      <div className={classes.buttons}>
        <Button variant="default" size="compact-sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="compact-sm">
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

function judge(name: string, mistakeOf: ViewNameFormProps["mistakeOf"]): string | undefined {
  if (name === "") return "Give it a name.";
  if (name.length > LONGEST) return `Make it ${LONGEST} characters or fewer.`;
  return mistakeOf?.(name);
}
