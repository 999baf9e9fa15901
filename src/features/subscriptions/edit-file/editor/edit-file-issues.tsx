import { Button } from "@mantine/core";
import { useState } from "react";
import type { PlacedMark } from "@/features/subscriptions/edit-file/model/edit-diff";
import { linesAround } from "@/lib/file/line-index";
import { plural } from "@/lib/text/numbers";
import { Section } from "@/ui/primitives/section";
import { SourceLines } from "@/ui/primitives/source-lines";
import { ErrorIcon, WarningIcon } from "@/ui/theme/icons";
import { WindowList } from "@/ui/virtual-list/virtual-list-window";
import classes from "./edit-file-issues.module.css";

interface PlanMarksProps {
  readonly text: string;
  readonly marks: readonly PlacedMark[];
  /** Leads to the place in the field it was pasted into; absent for a file. */
  readonly onCorrect?: ((offset: number) => void) | undefined;
}

/** Every place of the file that is wrong or odd, with its line. */
export function PlanMarks({ text, marks, onCorrect }: PlanMarksProps) {
  if (marks.length === 0) return null;
  const mistakes = marks.filter(({ tone }) => tone === "mistake").length;
  const warnings = marks.length - mistakes;
  const words = [
    mistakes > 0 ? plural(mistakes, "mistake", "mistakes") : null,
    warnings > 0 ? plural(warnings, "warning", "warnings") : null,
  ];
  return (
    <Section title={words.filter((each) => each !== null).join(", ")}>
      <p className={classes.intro}>
        A delivery with a mistake is not applied, the others can be. Correct the file and give it here again.
      </p>
      <WindowList
        label="Mistakes and warnings"
        items={marks}
        keyOf={(mark) => `${mark.offset} ${mark.message}`}
        itemHeight={ROW_HEIGHT}
      >
        {(mark) => <MarkRow text={text} mark={mark} onCorrect={onCorrect} />}
      </WindowList>
    </Section>
  );
}

const ROW_HEIGHT = 36;

interface MarkRowProps {
  readonly text: string;
  readonly mark: PlacedMark;
  readonly onCorrect: ((offset: number) => void) | undefined;
}

function MarkRow({ text, mark, onCorrect }: MarkRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { tone, line, column, offset, message } = mark;
  return (
    <div className={classes.mark}>
      <div className={classes.row}>
        <span className={classes.icon} data-tone={tone}>
          {tone === "mistake" ? <ErrorIcon size={14} /> : <WarningIcon size={14} />}
        </span>
        <p className={classes.message}>
          <span className={classes.place}>{`Line ${line}:${column}`}</span> {message}
        </p>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? "Hide" : "Show"} line ${line}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide" : "Show"}
        </Button>
        {onCorrect && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Correct line ${line}`}
            onClick={() => onCorrect(offset)}
          >
            Correct
          </Button>
        )}
      </div>
      {isOpen && (
        <SourceLines label={`Around line ${line}`} lines={linesAround(text, offset, line, AROUND)} />
      )}
    </div>
  );
}

const AROUND = 3;
