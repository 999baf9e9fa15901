import { useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import type { LoadedList } from "@/data/collection/loaded-list";
import { getEditFileOrigin } from "@/features/subscriptions/edit-file/model/edit-file-format";
import { foreignFileMessage } from "@/features/subscriptions/edit-file/model/parse-edit-file";
import { PASTED_NAME, useEditFileText } from "@/features/subscriptions/edit-file/model/use-edit-file-text";
import { Notice } from "@/ui/feedback/states";
import { Button } from "@/ui/primitives/button";
import classes from "./edit-file.module.css";
import { ImportDetails } from "./edit-file-details";
import { FileRejected } from "./edit-file-rejected";
import { EMPTY_PASTE_DRAFT, FileUpload, type PasteDraft } from "./edit-file-upload";

export function EditFileEditor({ lists }: { readonly lists: readonly LoadedList<Subscription>[] }) {
  const currentOrigin = getEditFileOrigin(useApi());
  const { state, readFile, readText, clear } = useEditFileText();
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
      <div className={classes.stack}>
        {state.phase === "refused" && (
          <FileRejected
            name={state.name}
            rejection={state.rejection}
            text={state.text}
            onEditText={onEditText}
          />
        )}
        <FileUpload
          isBusy={state.phase === "reading"}
          onFile={readFile}
          onText={readText}
          draft={draft}
          onDraft={setDraft}
        />
        <output className={classes.summary}>
          {state.phase === "reading" ? `Reading ${state.name}…` : ""}
        </output>
      </div>
    );
  }
  const { file: parsedFile, name } = state;
  const foreignMessage = foreignFileMessage(parsedFile.header, currentOrigin);
  if (foreignMessage !== null && isCreateOnly !== parsedFile) {
    return (
      <div className={classes.stack}>
        <Notice
          tone="danger"
          title="This file belongs to another project"
          action={
            <Button variant="default" onClick={() => setIsCreateOnly(parsedFile)}>
              Import as new subscriptions
            </Button>
          }
        >
          {foreignMessage} You can import its subscriptions as new ones, without their IDs.
        </Notice>
        <FileUpload isBusy={false} onFile={readFile} onText={readText} draft={draft} onDraft={setDraft} />
      </div>
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
