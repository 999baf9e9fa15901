import { Button } from "@mantine/core";
import type { FileRejection } from "@/features/subscriptions/edit-file/model/parse-edit-file";
import { createLineFinder, linesAround } from "@/lib/file/line-index";
import { Notice } from "@/ui/feedback/states";
import { SourceLines } from "@/ui/primitives/source-lines";

interface FileRejectedProps {
  readonly name: string;
  readonly rejection: FileRejection;
  /** What was read; null where nothing could be. */
  readonly text: string | null;
  /** Leads to the place in the field it was pasted into; absent for a file. */
  readonly onEditText?: ((offset: number) => void) | undefined;
}

/** Says why nothing can be made of a file, and shows the place. */
export function FileRejected({ name, rejection, text, onEditText }: FileRejectedProps) {
  const { title, detail, offset } = rejection;
  const position = offset === null || text === null ? null : createLineFinder(text)(offset);
  return (
    <Notice
      tone="danger"
      title={position === null ? title : `${title}: line ${position.line}, column ${position.column}`}
      action={
        offset !== null &&
        onEditText && (
          <Button variant="default" size="compact-sm" onClick={() => onEditText(offset)}>
            Correct it
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
