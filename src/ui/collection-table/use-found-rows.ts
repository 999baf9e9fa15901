import { useEffect, useMemo, useRef, useState } from "react";
import { carryOver } from "@/lib/search/diff-rows";
import type { FindOptions } from "@/lib/search/record-schema";
import type { RecordIndex } from "@/lib/search/record-search";
import { type Answer, createRowFinder, isAnswerTo, type Question } from "./search-runner";

// Below it, finding takes less time than painting.
const MOST_AT_ONCE = 2_000;

interface FoundRows<Row> {
  readonly rows: readonly Row[];
  /** The rows are still those of an earlier question. */
  readonly isBusy: boolean;
}

/**
 * The rows that a query asks for, sorted. Few rows are searched at once, many in slices while the last ones stay; what
 * is shown is always the newest object of its id. Without an index (not loaded yet) all rows are given.
 */
export function useFoundRows<Row>(
  index: RecordIndex<Row> | null,
  rows: readonly Row[],
  { query, sort, now, zone }: FindOptions,
): FoundRows<Row> {
  const isAsked = query.terms.length > 0 || sort.length > 0;
  // A clock that ticks must not search again where nothing depends on it.
  const isTimed = query.terms.some(({ values }) =>
    values.some(({ kind }) => kind === "date" || kind === "state"),
  );
  const clock = isTimed ? now : 0;
  const isAtOnce = !isAsked || (index !== null && rows.length <= MOST_AT_ONCE);

  const atOnce = useMemo(() => {
    if (!isAsked) return rows;
    if (index === null || !isAtOnce) return null;
    index.setRows(rows);
    return index.findNow({ query, sort, now: clock, zone });
  }, [index, rows, query, sort, clock, zone, isAsked, isAtOnce]);

  const shown = useRef<Shown<Row> | null>(null);
  const [outcome, setOutcome] = useState<Outcome<Row>>(null);
  const [finder] = useState(() =>
    createRowFinder<Row>(
      (answer) => {
        shown.current = answer;
        setOutcome({ answer });
      },
      (error) => setOutcome({ error }),
    ),
  );
  useEffect(() => () => finder.stop(), [finder]);

  const question = useMemo(
    (): Question<Row> | null =>
      isAtOnce || index === null ? null : { index, rows, options: { query, sort, now: clock, zone } },
    [isAtOnce, index, rows, query, sort, clock, zone],
  );
  useEffect(() => {
    if (atOnce) shown.current = { found: atOnce, rows };
    finder.ask(question);
  }, [finder, question, atOnce, rows]);

  // A schema that throws is our mistake; the page's boundary tells.
  if (outcome && "error" in outcome) throw outcome.error;
  const isAnswered = question !== null && outcome !== null && isAnswerTo(outcome.answer, question);
  const last = isAnswered ? outcome.answer : shown.current;
  const carried = useMemo(
    () => (last && index ? carryOver(last.found, last.rows, rows, index.id) : rows),
    [last, rows, index],
  );
  return atOnce ? { rows: atOnce, isBusy: false } : { rows: carried, isBusy: !isAnswered };
}

/** What is on the screen, and among which rows it was found. */
type Shown<Row> = Pick<Answer<Row>, "found" | "rows">;

type Outcome<Row> = { readonly answer: Answer<Row> } | { readonly error: unknown } | null;
