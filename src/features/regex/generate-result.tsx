import { Button } from "@mantine/core";
import { rawOf } from "@/contract/parsers";
import { useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import type { PatternAnswer } from "@/data/sessions/recording-regex";
import { rawAnswerOf } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import { CopyButton } from "@/ui/feedback/copy-button";
import { RawJson } from "@/ui/feedback/raw-json";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import { readAnswer } from "./parse-generated-regex";
import classes from "./regex.module.css";

interface AskOutcomeProps {
  readonly answer: PatternAnswer | undefined;
  readonly error: Error | null;
  readonly isAsking: boolean;
  readonly onTry: (pattern: string) => void;
}

/** What came of a question: a pattern, the server's refusal, or why it could not be asked. */
export function AskOutcome({ answer, error, isAsking, onTry }: AskOutcomeProps) {
  return (
    <div className={classes.outcome} aria-busy={isAsking || undefined}>
      {isAsking ? (
        <SkeletonLines n={2} />
      ) : error !== null ? (
        <Refusal error={error} />
      ) : (
        answer !== undefined && <Answer answer={answer} onTry={onTry} />
      )}
    </div>
  );
}

function Refusal({ error }: { readonly error: Error }) {
  const problem = describeFailure(useApi().client, error);
  // The app itself asks for another key; the question can then be sent again.
  if (problem === null) return null;
  const { title, detail } = problem;
  const raw = error instanceof HttpError ? { status: error.status, ...error.body } : rawAnswerOf(error);
  return (
    <>
      <Notice tone="danger" title={title}>
        {detail}
      </Notice>
      {raw !== undefined && <RawJson value={raw} label="Show the raw answer" />}
    </>
  );
}

type AnswerProps = Pick<AskOutcomeProps, "onTry"> & { readonly answer: PatternAnswer };

function Answer({ answer, onTry }: AnswerProps) {
  const reading = readAnswer(answer);
  const raw = rawOf(answer);
  return (
    <>
      {reading.kind === "pattern" && (
        <div className={classes.pattern}>
          <p className={classes.label}>Pattern</p>
          <code className={classes.code}>{reading.pattern}</code>
          <CopyButton value={reading.pattern} label="Copy the pattern" />
          <Button variant="default" size="compact-sm" onClick={() => onTry(reading.pattern)}>
            Try it below
          </Button>
        </div>
      )}
      {reading.kind === "none" && (
        <Notice tone="warning" title="The server found no pattern">
          {reading.words === null
            ? "It gave no reason. Other words may help."
            : `It says: “${reading.words}”`}
        </Notice>
      )}
      {reading.kind === "nothing" && (
        <Notice tone="warning" title="The server answered without a pattern">
          {raw === undefined
            ? "The answer was empty."
            : "The answer says neither a pattern nor why there is none. It may be of a newer version."}
        </Notice>
      )}
      {raw !== undefined && <RawJson value={raw} label="Show the raw answer" />}
    </>
  );
}
