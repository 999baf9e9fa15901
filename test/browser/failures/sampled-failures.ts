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

// Cases are named after their failure. These names belong to cases with separate tests.
const SCOPE = "missing scope";
const KEY = "rejected key";
const SHORT_COOLDOWN = "short cooldown";
const LONG_COOLDOWN = "long cooldown";
const LEAVING = "leaving";

type Pairs<Page> = readonly (readonly [page: Page, name: string])[];

// Each run covers a part of the pages, because jsdom tests cover failures on every page. Each part contains every
// type of failure.
const READ_PARTS = 4;
const WRITE_PARTS = 3;
const BULK_JOB_PARTS = 4;

function drawCases<Page>(
  sample: Sample,
  pages: readonly Page[],
  parts: number,
  namesOf: (page: Page) => readonly string[],
): Pairs<Page> {
  const names = [...new Set(pages.flatMap(namesOf))];
  return sample.takePairs(sample.takePart(pages, parts), names, (page, name) => namesOf(page).includes(name));
}

function getReadCases(page: ReadFailureCase): readonly string[] {
  return [
    ...applicableFailures(page).map(({ name }) => name),
    ...(page.scope === null ? [] : [SCOPE]),
    ...(page.staysFailed ? [LONG_COOLDOWN] : []),
    SHORT_COOLDOWN,
    KEY,
  ];
}

function getWriteCases(page: WriteFailureCase): readonly string[] {
  return [
    ...applicableFailures(page).map(({ name }) => name),
    ...(page.scope === null ? [] : [SCOPE]),
    ...(page.fill === null ? [] : [LONG_COOLDOWN, LEAVING]),
    KEY,
  ];
}

// Adds no case for a long cooldown, because `FAILURES` already includes one of 90 seconds.
function getBulkJobCases({ inapplicable = [] }: BulkJobFailureCase): readonly string[] {
  return [...FAILURES.map(({ name }) => name).filter((name) => !inapplicable.includes(name)), KEY];
}

export const drawReadCases = (sample: Sample) => drawCases(sample, READ_CASES, READ_PARTS, getReadCases);

export const drawWriteCases = (sample: Sample) => drawCases(sample, WRITE_CASES, WRITE_PARTS, getWriteCases);

export const drawBulkJobCases = (sample: Sample) =>
  drawCases(sample, BULK_JOB_CASES, BULK_JOB_PARTS, getBulkJobCases);

export function casesOf<Page>(pairs: Pairs<Page>, page: Page): ReadonlySet<string> {
  return new Set(pairs.filter(([row]) => row === page).map(([, name]) => name));
}
