import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { TextAreaField } from "@/ui/form/fields";
import { FileDrop } from "@/ui/form/file-drop";
import classes from "./edit-file.module.css";

interface FileUploadProps {
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  readonly onText: (text: string) => void;
  readonly draft: PasteDraft;
  readonly onDraft: (draft: PasteDraft) => void;
}

/** The field to paste into. */
export interface PasteDraft {
  readonly isOpen: boolean;
  readonly text: string;
  /** A place that a person wants to correct; a new object each time. */
  readonly selectOffset: { readonly offset: number } | null;
}

export const EMPTY_PASTE_DRAFT: PasteDraft = { isOpen: false, text: "", selectOffset: null };

/** A field holds no more without slowing the page down. */
const MAX_PASTED_LENGTH = 5_000_000;

/** Takes a file, or a text that is pasted. */
export function FileUpload({ isBusy, onFile, onText, draft, onDraft }: FileUploadProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const { isOpen, text, selectOffset } = draft;
  useEffect(() => {
    if (selectOffset === null || field.current === null) return;
    const lineEnd = field.current.value.indexOf("\n", selectOffset.offset);
    field.current.focus();
    field.current.setSelectionRange(selectOffset.offset, lineEnd < 0 ? field.current.value.length : lineEnd);
  }, [selectOffset]);

  function submitText() {
    if (text.length > MAX_PASTED_LENGTH)
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
            onChange={(value) => onDraft({ isOpen, text: value, selectOffset: null })}
            error={error}
            rows={10}
            spellCheck={false}
            monospace
          />
          <div>
            <Button variant="default" loading={isBusy} onClick={submitText}>
              Read the text
            </Button>
          </div>
        </div>
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={8}
          onClick={() => onDraft({ isOpen: true, text, selectOffset: { offset: 0 } })}
        >
          Paste the text instead
        </Button>
      )}
    </FileDrop>
  );
}
