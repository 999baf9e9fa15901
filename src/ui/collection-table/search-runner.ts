import type { FindOptions } from "@/lib/search/record-schema";
import type { RecordIndex } from "@/lib/search/record-search";

/** What to find among which rows. */
export interface Question<Row> {
  readonly index: RecordIndex<Row>;
  readonly rows: readonly Row[];
  readonly options: FindOptions;
}

/** What was found, with its question. */
export interface Answer<Row> extends Question<Row> {
  readonly found: readonly Row[];
}

/** Answers one question at a time. */
interface RowFinder<Row> {
  /** Another query or sort stops what is under way; other rows or another time wait until it is done. */
  ask(question: Question<Row> | null): void;
  stop(): void;
}

/** Whether an answer is to this very question. */
export function isAnswerTo<Row>(answer: Question<Row>, question: Question<Row>): boolean {
  return (
    isSameSearch(answer, question) &&
    answer.rows === question.rows &&
    answer.options.now === question.options.now
  );
}

function isSameSearch<Row>(one: Question<Row>, other: Question<Row>): boolean {
  return one === other || (one.index === other.index && searchKey(one.options) === searchKey(other.options));
}

// By content: a page may parse its query anew with each render. JSON has no infinity, so it is spelled out.
function searchKey({ query, sort, zone }: FindOptions): string {
  return JSON.stringify([query.terms, sort, zone], (_key, value: unknown) =>
    typeof value === "number" ? String(value) : value,
  );
}

/** A finder that tells of each answer, and of an error that is no stop. */
export function createRowFinder<Row>(
  onAnswer: (answer: Answer<Row>) => void,
  onError: (error: unknown) => void,
): RowFinder<Row> {
  let wanted: Question<Row> | null = null;
  let answered: Question<Row> | null = null;
  let running: { readonly question: Question<Row>; readonly controller: AbortController } | null = null;

  function stop(): void {
    running?.controller.abort();
    running = null;
  }

  async function run(question: Question<Row>): Promise<void> {
    const controller = new AbortController();
    running = { question, controller };
    try {
      question.index.setRows(question.rows);
      const found = await question.index.find({ ...question.options, signal: controller.signal });
      if (controller.signal.aborted) return;
      answered = question;
      onAnswer({ ...question, found });
    } catch (error) {
      if (controller.signal.aborted) return;
      // Not asked again by itself: it would fail again.
      answered = question;
      onError(error);
    }
    running = null;
    start();
  }

  function start(): void {
    if (!wanted || running) return;
    if (!answered || !isAnswerTo(answered, wanted)) void run(wanted);
  }

  return {
    ask(question) {
      wanted = question;
      if (running && !(question && isSameSearch(running.question, question))) stop();
      start();
    },
    stop() {
      wanted = null;
      stop();
    },
  };
}
