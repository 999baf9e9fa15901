import type { Sample } from "../../sample.mjs";
import { BULK_JOB_CASES, type BulkJobFailureCase } from "./bulk-job-failure-cases";
import { FAILURES } from "./failure-cases";
import {
  applicableFailures,
  READ_CASES,
  type ReadFailureCase,
  WRITE_CASES,
  type WriteFailureCase,
} from "./page-failure-cases";

// A case of a page is the name of a failure, or one of these names, which have their own tests:
const SCOPE = "missing scope";
const KEY = "refused key";
const SHORT_REST = "short rest";
const LONG_REST = "long rest";
const LEAVING = "leaving";

type Pairs<Page> = readonly (readonly [page: Page, name: string])[];

// The pages are spread over several runs. In each run, jsdom tests failures on every page. A part contains every type
// of failure.
const READING_PARTS = 4;
const WRITING_PARTS = 3;
const RUNNING_PARTS = 4;

function drawCases<Page>(
  sample: Sample,
  pages: readonly Page[],
  parts: number,
  namesOf: (page: Page) => readonly string[],
): Pairs<Page> {
  const names = [...new Set(pages.flatMap(namesOf))];
  return sample.takePairs(sample.takePart(pages, parts), names, (page, name) => namesOf(page).includes(name));
}

function readingCases(page: ReadFailureCase): readonly string[] {
  return [
    ...applicableFailures(page).map(({ name }) => name),
    ...(page.scope === null ? [] : [SCOPE]),
    ...(page.hasNoRetry ? [LONG_REST] : []),
    SHORT_REST,
    KEY,
  ];
}

function writingCases(page: WriteFailureCase): readonly string[] {
  return [
    ...applicableFailures(page).map(({ name }) => name),
    ...(page.scope === null ? [] : [SCOPE]),
    ...(page.fill === null ? [] : [LONG_REST, LEAVING]),
    KEY,
  ];
}

// The long cooldown of a bulk action is the failure with that name.
function runningCases({ inapplicable: unfit = [] }: BulkJobFailureCase): readonly string[] {
  return [...FAILURES.map(({ name }) => name).filter((name) => !unfit.includes(name)), KEY];
}

/** Draws cases of a quarter of the pages that read. */
export const drawReading = (sample: Sample) => drawCases(sample, READ_CASES, READING_PARTS, readingCases);

/** Draws cases of a third of the pages that write. */
export const drawWriting = (sample: Sample) => drawCases(sample, WRITE_CASES, WRITING_PARTS, writingCases);

/** Draws cases of a quarter of the pages that start bulk actions. */
export const drawRunning = (sample: Sample) => drawCases(sample, BULK_JOB_CASES, RUNNING_PARTS, runningCases);

export function casesOf<Page>(pairs: Pairs<Page>, page: Page): ReadonlySet<string> {
  return new Set(pairs.filter(([row]) => row === page).map(([, name]) => name));
}
