import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/client/api-context";
import type { LoadedList } from "@/data/collection/collection";
import { getImportFileOrigin } from "@/features/subscriptions/import/model/import-file-format";
import {
  type FileRejection,
  foreignFileMessage,
} from "@/features/subscriptions/import/model/parse-import-file";
import { PASTED_NAME, useImportText } from "@/features/subscriptions/import/model/use-import-text";
import { createLineFinder, linesAround } from "@/lib/file/line-index";
import { Notice } from "@/ui/feedback/states";
import { SourceLines } from "@/ui/primitives/source-lines";
import shared from "@/ui/theme/shared.module.css";
import { ImportDetails } from "./import-details";
import { EMPTY_PASTE_DRAFT, ImportUpload, type PasteDraft } from "./import-upload";

export function ImportEditor({ lists }: { readonly lists: readonly LoadedList<Subscription>[] }) {
  const currentOrigin = getImportFileOrigin(useApi());
  const { state, readFile, readText, clear } = useImportText();
  const [draft, setDraft] = useState<PasteDraft>(EMPTY_PASTE_DRAFT);
  const [isCreateOnly, setIsCreateOnly] = useState<object | null>(null);

  const editText = (offset: number) => {
    clear();
    setDraft((before) => ({ ...before, isOpen: true, selectOffset: { offset } }));
  };
  const isPastedText = state.phase !== "none" && state.name === PASTED_NAME;
  const onEditText = isPastedText ? editText : undefined;

  if (state.phase !== "read") {
    return (
      <Stack maw={960}>
        {state.phase === "refused" && (
          <ImportRejected
            name={state.name}
            rejection={state.rejection}
            text={state.text}
            onEditText={onEditText}
          />
        )}
        <ImportUpload
          isBusy={state.phase === "reading"}
          onFile={readFile}
          onText={readText}
          draft={draft}
          onDraft={setDraft}
        />
        <output className={shared.hint}>{state.phase === "reading" ? `Reading ${state.name}…` : ""}</output>
      </Stack>
    );
  }
  const { file: parsedFile, name } = state;
  const foreignMessage = foreignFileMessage(parsedFile.header, currentOrigin);
  if (foreignMessage !== null && isCreateOnly !== parsedFile) {
    return (
      <Stack maw={960}>
        <Notice
          tone="danger"
          title="Can't match this file to the project"
          action={
            <Button variant="default" onClick={() => setIsCreateOnly(parsedFile)}>
              Import as new subscriptions
            </Button>
          }
        >
          {foreignMessage} You can import the file's subscriptions as new ones, without their IDs.
        </Notice>
        <ImportUpload isBusy={false} onFile={readFile} onText={readText} draft={draft} onDraft={setDraft} />
      </Stack>
    );
  }
  return (
    <ImportDetails
      // The key resets the selection for each file.
      key={name}
      name={name}
      parsedFile={parsedFile}
      isCreateOnly={isCreateOnly === parsedFile}
      lists={lists}
      onClose={clear}
      onCorrect={onEditText}
    />
  );
}

interface ImportFileRejectedProps {
  readonly name: string;
  readonly rejection: FileRejection;
  /** Null for an unreadable file. */
  readonly text: string | null;
  /** Selects a position in the pasted text. Undefined for a file. */
  readonly onEditText?: ((offset: number) => void) | undefined;
}

function ImportRejected({ name, rejection, text, onEditText }: ImportFileRejectedProps) {
  const { title, detail, offset } = rejection;
  const position = offset === null || text === null ? null : createLineFinder(text)(offset);
  return (
    <Notice
      tone="danger"
      title={position === null ? title : `${title}: line ${position.line}, column ${position.column}`}
      action={
        offset !== null &&
        onEditText && (
          <Button variant="default" onClick={() => onEditText(offset)}>
            Edit text
          </Button>
        )
      }
    >
      {`${name}: ${detail}`}
      {position !== null && offset !== null && text !== null && (
        <SourceLines
          label={`Around line ${position.line}`}
          lines={linesAround(text, offset, position.line, EXCERPT_LENGTH)}
        />
      )}
    </Notice>
  );
}

const EXCERPT_LENGTH = 3;
