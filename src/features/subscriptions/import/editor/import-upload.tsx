import { Button, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { TextAreaField } from "@/ui/form/fields";
import { FileDrop } from "@/ui/form/file-drop";

interface ImportFileUploadProps {
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  readonly onText: (text: string) => void;
  readonly draft: PasteDraft;
  readonly onDraft: (draft: PasteDraft) => void;
}

export interface PasteDraft {
  readonly isOpen: boolean;
  readonly text: string;
  /**
   * Offset from which the rest of the line is selected. A new object with the same offset selects
   * the text again.
   */
  readonly selectOffset: { readonly offset: number } | null;
}

export const EMPTY_PASTE_DRAFT: PasteDraft = { isOpen: false, text: "", selectOffset: null };

/** Longer text makes the field slow. */
const MAX_PASTED_LENGTH = 5_000_000;

export function ImportUpload({ isBusy, onFile, onText, draft, onDraft }: ImportFileUploadProps) {
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
      setError("The text is too long to paste. Save it as a file, then choose the file.");
    else {
      setError(undefined);
      onText(text);
    }
  }

  return (
    <FileDrop
      label="Drop the edited file here"
      hint="Use a file from Download → “JSON for editing”, up to 100 MB. Only the changes you select are sent."
      accept=".json,.txt,application/json,text/plain"
      onFile={onFile}
    >
      {isOpen ? (
        <Stack gap="sm" w="100%" maw={720} mt="md" ta="start">
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
              Review changes
            </Button>
          </div>
        </Stack>
      ) : (
        <Button
          variant="subtle"
          style={{ marginTop: 8 }}
          onClick={() => onDraft({ isOpen: true, text, selectOffset: { offset: 0 } })}
        >
          Paste text instead
        </Button>
      )}
    </FileDrop>
  );
}
