import { describe, expect, it } from "vitest";
import { getWebVitals, type WebVitals } from "@/contract/web-vitals";
import { exportFileName } from "@/data/downloads/export-file-name";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { DEFAULT_CHOICES } from "@/data/offboarding/offboarding-plan";
import type { OffboardingRecord } from "@/data/offboarding/offboarding-record";
import {
  exportFileColumns as exportColumns,
  exportFileFields as exportFields,
} from "@/features/exports/list/export-list-file";
import { createJournalFile } from "@/features/journal/journal-file";
import {
  memberFileColumns as memberColumns,
  memberFileFields as memberFields,
} from "@/features/members/list/member-file";
import { offboardingReportFile } from "@/features/members/offboarding/report/offboarding-report-file";
import { createCalendarChunks } from "@/features/subscriptions/calendar/model/calendar-file";
import { createImportFileChunks } from "@/features/subscriptions/import/model/import-file-format";
import {
  subscriptionFileColumns,
  subscriptionFileFields,
} from "@/features/subscriptions/list/subscription-file";
import { boardImageName, createBoardCsv, createBoardJson } from "@/features/vitals/board/board-file";
import { createHistoryFile } from "@/features/vitals/parts/history-file";
import type { FileChunk } from "@/lib/file/file-chunk";
import { sanitizeFileName, uniqueFileName } from "@/lib/file/file-name";
import { NO_NAMES } from "@/lib/search/record-schema";
import { stripInvisible } from "@/lib/text/invisible-characters";
import { buildExport } from "@/testing/build-export";
import { buildMember, buildUser } from "@/testing/build-member";
import { buildSubscription } from "@/testing/build-subscription";
import { buildFile, type FileSource } from "@/ui/download/file-choice";
import { maliciousKinds, maliciousStrings } from "../malicious-strings";

const NOW = new Date("2026-11-21T12:00:00Z");

it("has 200 different records of every kind", () => {
  expect(new Set(maliciousStrings).size).toBeGreaterThanOrEqual(200);
  expect(maliciousStrings).toHaveLength(Object.values(maliciousKinds).flat().length);
  expect(Object.entries(maliciousKinds).filter(([, strings]) => strings.length < 5)).toEqual([]);
});

const person = (text: string) => ({
  ...buildUser({ first_name: text, last_name: text, email: text, distinct_id: text }),
  role_at_organization: text,
});

const buildSubscriptions = maliciousStrings.map((text, place) =>
  buildSubscription({
    id: place + 1,
    title: text,
    target_value: text,
    target_type: text,
    summary: text,
    invite_message: text,
    created_by: person(text),
  }),
);

const buildExports = maliciousStrings.map((text, place) =>
  buildExport({
    id: place + 1,
    filename: text,
    exception: text,
    export_format: text,
    export_context: Object.fromEntries([[text, text]]),
  }),
);

const buildMembers = maliciousStrings.map((text) => buildMember({ id: text, user: person(text) }));

function buildVitals(text: string): WebVitals {
  const action = { custom_name: text, math: text };
  const series = [{ data: [1, 2], days: [text, text], labels: [text, text], action }];
  const { response: answer } = getWebVitals;
  const reading =
    answer.kind === "json" ? answer.parse({ results: series, error: text, timezone: text }) : null;
  if (!reading?.ok) throw new Error("the contract cannot read it");
  return reading.value;
}

const board = maliciousStrings.map((text) => ({ path: text, response: buildVitals(text), failure: text }));
const boardContext = (text: string) => ({
  projectId: text,
  server: text,
  link: text,
  budgets: new Map([[text, 1]]),
  now: NOW,
});
const observed = maliciousStrings.map((text) => ({
  path: text,
  metric: text,
  percentile: text,
  at: NOW.getTime(),
  value: 1,
  start: null,
}));

/** Returns an offboarding of a person named `text`, with a step per malicious string. */
const buildOffboarding = (text: string): OffboardingRecord => ({
  id: text,
  connection: text,
  server: text,
  projectId: text,
  departingMember: { uuid: text, email: text, name: text },
  choices: DEFAULT_CHOICES,
  startedAt: NOW.toISOString(),
  closedAt: null,
  batches: [text],
  steps: maliciousStrings.map((name, place) => ({
    key: name,
    name,
    kind: "subscription",
    recordId: place + 1,
    action: "replace",
    by: name,
    before: name,
    after: name,
    outcome: "failed",
    reason: name,
    at: NOW.toISOString(),
  })),
  created: [{ id: 1, name: text, isInTrash: false }],
  mentioning: [{ id: 2, name: text, isInTrash: true }],
  organizationLevel: null,
  coverage: { subscriptions: 1, trash: 1, unreadable: 0, membersProblem: text },
});

interface WrittenFile {
  readonly name: string;
  readonly chunks: Iterable<FileChunk>;
}

const toColumns = (...ids: readonly string[]) => ids.map((id) => ({ id, header: `="${id}"` }));

function fileChoices<Row>(
  rows: readonly Row[],
  source: FileSource<Row>,
  format: "csv" | "json",
): readonly WrittenFile[] {
  return (["shown", "all"] as const).map((fields) => buildFile(rows, { format, fields, bom: false }, source));
}

function createFiles(format: "csv" | "json", text: string): readonly WrittenFile[] {
  const subscriptionFiles = subscriptionFileColumns(
    toColumns("title", "source", "recipients", "channel", "schedule", "author", "state", "id"),
    { zone: "UTC", now: NOW, names: NO_NAMES },
  );
  const exportFiles = exportColumns(toColumns("file", "format", "source", "state", "id"), NOW, NO_NAMES);
  const memberFiles = memberColumns(toColumns("person", "email", "level", "why", "uuid"));
  const fileName = text;
  return [
    ...fileChoices(
      buildSubscriptions,
      {
        columns: subscriptionFiles,
        getAllFields: (record) => subscriptionFileFields(record, NO_NAMES),
        fileName,
      },
      format,
    ),
    ...fileChoices(buildExports, { columns: exportFiles, getAllFields: exportFields, fileName }, format),
    ...fileChoices(buildMembers, { columns: memberFiles, getAllFields: memberFields, fileName }, format),
    createHistoryFile(format, observed, { projectId: text, server: text, now: NOW }, { bom: false }),
    format === "csv"
      ? createBoardCsv(board, boardContext(text), { bom: false })
      : createBoardJson(board, boardContext(text)),
  ];
}

const readChunks = ({ chunks }: Pick<WrittenFile, "chunks">) => [...chunks].map(({ text }) => text).join("");

/** Parses CSV strictly according to RFC 4180. Throws for invalid CSV. */
function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (found === null) throw new Error(`no cell at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    const [, quoted, plain = "", end] = found;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe("CSV files", () => {
  const files = createFiles("csv", "x").map((file) => parseCsv(readChunks(file)));

  it("are valid RFC 4180, with a row per record", () => {
    for (const [head = [], ...rows] of files) {
      expect(rows).toHaveLength(maliciousStrings.length);
      expect(head.length).toBeGreaterThan(4);
      for (const row of rows) expect(row).toHaveLength(head.length);
    }
  });

  it("contain no spreadsheet formulas, not even in column names", () => {
    const cells = files.flat(2);
    expect(cells.filter((cell) => /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(cell))).toEqual([]);
    expect(cells).toContain("'=1+1");
  });

  it("contain every text completely", () => {
    for (const field of ["title", "target_value", "created_by.email", "filename", "user.last_name"]) {
      const file = files.find(([head]) => head?.includes(field));
      const place = file?.[0]?.indexOf(field) ?? -1;
      const cells = file?.slice(1).map((row) => row[place]) ?? [];
      const whole = maliciousStrings.map((text, at) => {
        // A reader with another separator would split the cell. A part that would then be a formula
        // also starts with an apostrophe.
        const safe = text.replace(/([;|\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g, "$1'");
        return cells[at] === `'${safe}` ? `'${safe}` : safe;
      });
      expect([field, cells]).toEqual([field, whole]);
    }
  });

  it("detect a formula and a broken row", () => {
    expect(() => parseCsv('a"b\r\n')).toThrow("no cell at 0");
    expect(() => parseCsv("a\r\nb")).toThrow("no cell at 3");
    expect(parseCsv('=1,"a""\r\n"\r\n')).toEqual([["=1", 'a"\r\n']]);
  });
});

describe("JSON files", () => {
  it("are valid JSON with every text", () => {
    const [, allSubscriptions, , allExports, , allMembers] = createFiles("json", "x").map((file) =>
      JSON.parse(readChunks(file)),
    );
    expect(allSubscriptions.map(({ title }: { title: string }) => title)).toEqual(maliciousStrings);
    expect(
      allExports.map(({ export_context: context }: { export_context: object }) => Object.entries(context)[0]),
    ).toEqual(maliciousStrings.map((text) => [text, text]));
    expect(allMembers.map(({ user }: { user: { email: string } }) => user.email)).toEqual(maliciousStrings);
  });

  it("include import files, activity, and offboarding reports", () => {
    const place = { server: "https://eu.posthog.com", prefix: "environments", project: "1" };
    const plan = createImportFileChunks({
      records: buildSubscriptions,
      scope: "all",
      origin: place,
      now: NOW,
      names: NO_NAMES,
    });
    const read = JSON.parse(readChunks({ chunks: plan }));
    expect(read.subscriptions.map(({ title }: { title: string }) => title)).toEqual(maliciousStrings);
    const entries = maliciousStrings.map(
      (text): JournalEntry => ({
        id: text,
        connection: text,
        server: text,
        projectId: text,
        at: NOW.toISOString(),
        resource: "subscription",
        recordId: text,
        name: text,
        kind: "changed",
        changes: [{ field: text, before: text, after: Object.fromEntries([[text, text]]) }],
        outcome: "done",
        reason: text,
        batch: { id: text, label: text },
        undoes: null,
        undoneBy: null,
        tab: text,
      }),
    );
    const kept = JSON.parse(readChunks(createJournalFile(entries, "1", NOW)));
    expect(kept.map(({ name }: { name: string }) => name)).toEqual(maliciousStrings);
    const report = JSON.parse(readChunks(offboardingReportFile(buildOffboarding("<b>x"))));
    expect(report.steps.map(({ name }: { name: string }) => name)).toEqual(maliciousStrings);
  });

  it("don't change prototypes", () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect("planted" in {}).toBe(false);
  });
});

describe("calendar files", () => {
  // Subscriptions without a recipient have no deliveries.
  const delivered = buildSubscriptions.map((record) => ({ ...record, target_value: `${record.target_value}x` }));
  const file = createCalendarChunks(delivered, {
    host: '1."x";\r\ny',
    projectId: "1",
    now: NOW.getTime(),
    forecastEnd: null,
    recordUrl: ({ id }) => `https://example.test/p/1/subscriptions/${id}`,
    names: NO_NAMES,
  });
  const text = readChunks({ chunks: file });

  it("have valid RFC 5545 lines, none too long, and an event per subscription", () => {
    for (const line of text.split("\r\n")) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/(?!\t)\p{Cc}/u);
    }
    const lines = text.replaceAll("\r\n ", "").split("\r\n").slice(0, -1);
    const unknown = lines.filter(
      (line) =>
        !/^(?:BEGIN|END|VERSION|PRODID|CALSCALE|X-WR-CALNAME|UID|DTSTAMP|DTSTART|RRULE|SUMMARY|DESCRIPTION|URL|TRANSP):/.test(
          line,
        ),
    );
    expect(unknown).toEqual([]);
    expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(delivered.length);
  });
});

/** Matches file names that are invalid on Windows, macOS or Linux. */
const BAD_NAME =
  /[/\\:*?"<>|\p{Cc}\p{Surrogate}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]|^[ .]|[ .]$|^\.{0,2}$|^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00B9\u00B2\u00B3]|lpt[0-9\u00B9\u00B2\u00B3])(?:\.|$)/iu;

describe("file names", () => {
  const names = [
    ...maliciousStrings.map((text) => sanitizeFileName(text, "csv")),
    ...maliciousStrings.flatMap((text) => createFiles("json", text).map(({ name }) => name)),
    ...buildExports.map(exportFileName),
    ...maliciousStrings.map((text) => boardImageName(boardContext(text))),
    ...maliciousStrings.map((text) => offboardingReportFile(buildOffboarding(text)).name),
    ...maliciousStrings.map((filename) =>
      exportFileName(buildExport({ filename, export_format: "image/png" })),
    ),
  ];

  it("are valid on every system", () => {
    expect(names.filter((name) => BAD_NAME.test(name))).toEqual([]);
    expect(names.filter((name) => new TextEncoder().encode(name).length > 240)).toEqual([]);
    for (const name of ["CON.csv", "a\u202Eb", "a/b", "a.", "..", "lpt\u00B9"])
      expect(name).toMatch(BAD_NAME);
  });

  it("have no executable extension", () => {
    const endings = new Set(names.map((name) => /\.([^.]*)$/.exec(name)?.[1]));
    expect([...endings].toSorted()).toEqual(["bin", "csv", "json", "png", "txt"]);
  });

  it("are unique in a zip, ignoring case", () => {
    const taken = new Set<string>();
    const unique = buildExports.map((record) => uniqueFileName(exportFileName(record), taken).toUpperCase());
    expect(new Set(unique).size).toBe(buildExports.length);
  });
});

it("stay on one line in sentences, and don't change the text direction", () => {
  for (const text of maliciousStrings)
    expect(stripInvisible(text)).not.toMatch(/[\p{Cc}\p{Surrogate}\u200E\u200F\u2028-\u202E\u2066-\u2069]/u);
  const family = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}";
  expect(stripInvisible(family)).toBe(family);
  expect(stripInvisible("Plain words, as they are")).toBe("Plain words, as they are");
});
