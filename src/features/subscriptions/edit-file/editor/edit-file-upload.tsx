import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { TextAreaField } from "@/ui/form/fields";
import { FileDrop } from "@/ui/form/file-drop";
import classes from "./edit-file.module.css";

interface PlanIntakeProps {
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  readonly onText: (text: string) => void;
  readonly draft: PlanDraft;
  readonly onDraft: (draft: PlanDraft) => void;
}

/** The field to paste into. */
export interface PlanDraft {
  readonly isOpen: boolean;
  readonly text: string;
  /** A place that a person wants to correct; a new object each time. */
  readonly goTo: { readonly offset: number } | null;
}

export const NO_DRAFT: PlanDraft = { isOpen: false, text: "", goTo: null };

/** A field holds no more without slowing the page down. */
const MOST_PASTED = 5_000_000;

/** Takes a file, or a text that is pasted. */
export function PlanIntake({ isBusy, onFile, onText, draft, onDraft }: PlanIntakeProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const { isOpen, text, goTo } = draft;
  useEffect(() => {
    if (goTo === null || field.current === null) return;
    const end = field.current.value.indexOf("\n", goTo.offset);
    field.current.focus();
    field.current.setSelectionRange(goTo.offset, end < 0 ? field.current.value.length : end);
  }, [goTo]);

  function read() {
    if (text.length > MOST_PASTED)
      setError("This is too long for a field. Save it as a file and choose that.");
    else {
      setError(undefined);
      onText(text);
    }
  }

  return (
    <FileDrop
      label="Drop the edited file here"
      hint="A file from Download → “JSON for editing”, up to 100 MB. It stays in this browser: only the changes you choose are sent."
      accept=".json,.txt,application/json,text/plain"
      onFile={onFile}
    >
      {isOpen ? (
        <div className={classes.paste}>
          <TextAreaField
            ref={field}
            label="Edited text"
            value={text}
            onChange={(value) => onDraft({ isOpen, text: value, goTo: null })}
            error={error}
            rows={10}
            spellCheck={false}
            monospace
          />
          <div>
            <Button variant="default" loading={isBusy} onClick={read}>
              Read the text
            </Button>
          </div>
        </div>
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={8}
          onClick={() => onDraft({ isOpen: true, text, goTo: { offset: 0 } })}
        >
          Paste the text instead
        </Button>
      )}
    </FileDrop>
  );
}
