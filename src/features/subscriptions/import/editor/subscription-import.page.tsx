import { Button, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import type { LoadedList } from "@/data/collection/collection";
import { useCollection } from "@/data/collection/use-collection";
import { loadLists } from "@/data/collection/whole-lists";
import { useProjectError } from "@/data/projects/projects";
import { subscriptionCollection } from "@/data/subscriptions/subscriptions";
import { getImportFileOrigin } from "@/features/subscriptions/import/model/import-file-format";
import type {
  FileRejection,
  ParsedImportFile,
} from "@/features/subscriptions/import/model/parse-import-file";
import { foreignFileMessage, parseImportFile } from "@/features/subscriptions/import/model/parse-import-file";
import { createLineFinder, linesAround } from "@/lib/file/line-index";
import { readTextFile } from "@/lib/file/read-text";
import { paths } from "@/lib/url/paths";
import { Notice, ProjectError, SkeletonLines } from "@/ui/feedback/states";
import { TextAreaField } from "@/ui/form/fields";
import { FileDrop } from "@/ui/form/file-drop";
import { HelpLink, Page } from "@/ui/page/page";
import { SourceLines } from "@/ui/primitives/source-lines";
import shared from "@/ui/theme/shared.module.css";
import { ImportDetails } from "./import-details";

export function SubscriptionImportPage() {
  const api = useApi();
  const active = subscriptionCollection(api, "active");
  const trash = subscriptionCollection(api, "trash");
  const lists = [
    { collection: active, state: useCollection(active) },
    { collection: trash, state: useCollection(trash) },
  ] as const;
  const failedState = lists.find(
    ({ state }) => state.error !== null && state.loadedAt === null && state.records.length === 0,
  );
  // Waits until both lists have responded. An earlier retry would skip the slower list.
  const isPending = lists.some(({ state }) => state.count === null && state.error === null);
  const failure = useProjectError(failedState?.state.error ?? null);
  return (
    <Page
      title="Import changes from file"
      description={
        <>
          Edit subscriptions in a file, then review each change before it's sent.{" "}
          <HelpLink page="import-file" topic="the import file" />
        </>
      }
      breadcrumbs={[{ label: "Subscriptions", to: paths.subscriptions(api.projectId) }]}
    >
      {isPending ? (
        <SkeletonLines count={6} />
      ) : failure ? (
        <ProjectError error={failure} onRetry={() => loadLists(lists)} linkTo={paths.importSubscriptions} />
      ) : (
        <ImportEditor lists={lists} />
      )}
    </Page>
  );
}

function ImportEditor({ lists }: { readonly lists: readonly LoadedList<Subscription>[] }) {
  const currentOrigin = getImportFileOrigin(useApi());
  const { state, readFile, readText, clear } = useImportText();
  const [draft, setDraft] = useState<PasteDraft>(EMPTY_PASTE_DRAFT);
  /** The file whose entries are all created as new subscriptions. */
  const [createOnlyFile, setCreateOnlyFile] = useState<ParsedImportFile | null>(null);

  const editText = (offset: number) => {
    clear();
    setDraft((before) => ({ ...before, isOpen: true, selectOffset: { offset } }));
  };
  const isPastedText = state.phase !== "none" && state.name === PASTED_NAME;
  const onEditText = isPastedText ? editText : undefined;

  const foreignMessage = state.phase === "read" ? foreignFileMessage(state.file.header, currentOrigin) : null;
  if (state.phase === "read" && (foreignMessage === null || createOnlyFile === state.file)) {
    return (
      <ImportDetails
        // The key resets the selection for each file.
        key={state.name}
        name={state.name}
        parsedFile={state.file}
        isCreateOnly={createOnlyFile === state.file}
        lists={lists}
        onClose={clear}
        onCorrect={onEditText}
      />
    );
  }
  return (
    <Stack maw={960}>
      {state.phase === "refused" && <ImportRejected {...state} onEditText={onEditText} />}
      {state.phase === "read" && (
        <Notice
          tone="danger"
          title="Can't match this file to the project"
          action={<Button onClick={() => setCreateOnlyFile(state.file)}>Import as new subscriptions</Button>}
        >
          {foreignMessage} You can import the file's subscriptions as new ones, without their IDs.
        </Notice>
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

interface ImportRejectedProps extends Omit<RejectedFile, "phase"> {
  /** Selects a position in the pasted text. Undefined for a file. */
  readonly onEditText?: ((offset: number) => void) | undefined;
}

function ImportRejected({ name, rejection, text, onEditText }: ImportRejectedProps) {
  const { title, detail, offset } = rejection;
  const position = offset === null || text === null ? null : createLineFinder(text)(offset);
  return (
    <Notice
      tone="danger"
      title={position === null ? title : `${title}: line ${position.line}, column ${position.column}`}
      action={offset !== null && onEditText && <Button onClick={() => onEditText(offset)}>Edit text</Button>}
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

interface RejectedFile {
  readonly phase: "refused";
  readonly name: string;
  readonly rejection: FileRejection;
  /** Null for an unreadable file. */
  readonly text: string | null;
}

type ImportFileState =
  | { readonly phase: "none" }
  | { readonly phase: "reading"; readonly name: string }
  | RejectedFile
  | { readonly phase: "read"; readonly name: string; readonly file: ParsedImportFile };

const PASTED_NAME = "Pasted text";

/** Reads a file or pasted text. Another file or text cancels the previous read. */
function useImportText() {
  const [state, setState] = useState<ImportFileState>({ phase: "none" });
  const activeController = useRef<AbortController>(undefined);
  useEffect(() => () => activeController.current?.abort(), []);

  async function read(name: string, readText: (signal: AbortSignal) => Promise<string | FileRejection>) {
    activeController.current?.abort();
    const { signal } = (activeController.current = new AbortController());
    setState({ phase: "reading", name });
    try {
      const text = await readText(signal);
      if (typeof text !== "string") return setState({ phase: "refused", name, rejection: text, text: null });
      const reading = parseImportFile(text);
      if (reading.ok) setState({ phase: "read", name, file: reading.file });
      else setState({ phase: "refused", name, rejection: reading.rejection, text });
    } catch (error) {
      if (!signal.aborted)
        setState({ phase: "refused", name, rejection: unreadableState(error), text: null });
    }
  }

  return {
    state,
    readFile: (file: File) =>
      void read(file.name, async (signal) => {
        const reading = await readTextFile(file, signal);
        return reading.ok
          ? reading.text
          : { title: "Couldn't read the file", detail: reading.message, offset: null };
      }),
    readText: (text: string) => void read(PASTED_NAME, () => Promise.resolve(text)),
    clear: () => {
      activeController.current?.abort();
      setState({ phase: "none" });
    },
  };
}

/** Describes an unreadable file. Browsers can't read a file that has changed since it was chosen. */
function unreadableState(error: unknown): FileRejection {
  const errorDetail = error instanceof Error && error.message !== "" ? ` (${error.message})` : "";
  return {
    title: "Couldn't read the file",
    detail: `It may have been moved or changed. Choose it again.${errorDetail}`,
    offset: null,
  };
}

interface ImportFileUploadProps {
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  readonly onText: (text: string) => void;
  readonly draft: PasteDraft;
  readonly onDraft: (draft: PasteDraft) => void;
}

interface PasteDraft {
  readonly isOpen: boolean;
  readonly text: string;
  /** Offset from which the rest of the line is selected. A new object with the same offset selects the text again. */
  readonly selectOffset: { readonly offset: number } | null;
}

const EMPTY_PASTE_DRAFT: PasteDraft = { isOpen: false, text: "", selectOffset: null };

/** Longer text makes the field slow. */
const MAX_PASTED_LENGTH = 5_000_000;

function ImportUpload({ isBusy, onFile, onText, draft, onDraft }: ImportFileUploadProps) {
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
      hint="Use a file from Download → “JSON for editing”, up to 32 MB. Only the changes you select are sent."
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
            <Button loading={isBusy} onClick={submitText}>
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
