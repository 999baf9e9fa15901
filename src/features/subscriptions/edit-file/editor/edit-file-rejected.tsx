import { Button } from "@mantine/core";
import type { PlanRefusal } from "@/features/subscriptions/edit-file/model/parse-edit-file";
import { createLineFinder, linesAround } from "@/lib/file/line-index";
import { Notice } from "@/ui/feedback/states";
import { SourceLines } from "@/ui/primitives/source-lines";

interface PlanRefusedProps {
  readonly name: string;
  readonly refusal: PlanRefusal;
  /** What was read; null where nothing could be. */
  readonly text: string | null;
  /** Leads to the place in the field it was pasted into; absent for a file. */
  readonly onCorrect?: ((offset: number) => void) | undefined;
}

/** Says why nothing can be made of a file, and shows the place. */
export function PlanRefused({ name, refusal, text, onCorrect }: PlanRefusedProps) {
  const { title, detail, offset } = refusal;
  const place = offset === null || text === null ? null : createLineFinder(text)(offset);
  return (
    <Notice
      tone="danger"
      title={place === null ? title : `${title}: line ${place.line}, column ${place.column}`}
      action={
        offset !== null &&
        onCorrect && (
          <Button variant="default" size="compact-sm" onClick={() => onCorrect(offset)}>
            Correct it
          </Button>
        )
      }
    >
      {`${name}: ${detail}`}
      {place !== null && offset !== null && text !== null && (
        <SourceLines
          label={`Around line ${place.line}`}
          lines={linesAround(text, offset, place.line, AROUND)}
        />
      )}
    </Notice>
  );
}

const AROUND = 3;
