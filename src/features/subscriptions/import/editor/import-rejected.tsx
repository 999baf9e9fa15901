import { Button } from "@mantine/core";
import type { FileRejection } from "@/features/subscriptions/import/model/parse-import-file";
import { createLineFinder, linesAround } from "@/lib/file/line-index";
import { Notice } from "@/ui/feedback/states";
import { SourceLines } from "@/ui/primitives/source-lines";

interface ImportFileRejectedProps {
  readonly name: string;
  readonly rejection: FileRejection;
  /** Null for an unreadable file. */
  readonly text: string | null;
  /** Selects a position in the pasted text. Undefined for a file. */
  readonly onEditText?: ((offset: number) => void) | undefined;
}

export function ImportRejected({ name, rejection, text, onEditText }: ImportFileRejectedProps) {
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
