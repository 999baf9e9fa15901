import { describe, expect, it } from "vitest";
import { getWebVitals, type WebVitals } from "@/contract/web-vitals";
import { exportFileName } from "@/data/downloads/export-file-name";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { FIRST_CHOICES } from "@/data/offboarding/offboarding-plan";
import type { OffboardingCase } from "@/data/offboarding/offboarding-record";
import {
  fileColumns as exportColumns,
  fileFields as exportFields,
} from "@/features/exports/list/export-list-file";
import { journalFile } from "@/features/journal/journal-file";
import {
  fileColumns as memberColumns,
  fileFields as memberFields,
} from "@/features/members/list/member-file";
import { reportFile } from "@/features/members/offboarding/report/offboarding-report-file";
import { calendarChunks } from "@/features/subscriptions/calendar/model/calendar-file";
import { planChunks } from "@/features/subscriptions/edit-file/model/edit-file-format";
import { fileColumns, fileFields } from "@/features/subscriptions/list/subscription-file";
import { boardCsv, boardJson, pictureName } from "@/features/vitals/board/board-file";
import { historyFile } from "@/features/vitals/parts/history-file";
import type { FileChunk } from "@/lib/file/file-chunk";
import { cleanFileName, uniqueFileName } from "@/lib/file/file-name";
import { withoutUnseen } from "@/lib/text/invisible-characters";
import { sampleExport } from "@/testing/build-export";
import { sampleMember, samplePerson } from "@/testing/build-member";
import { sampleSubscription } from "@/testing/build-subscription";
import { chosenFile, type FileSource } from "@/ui/download/file-choice";
import { hostileKinds, hostileStrings } from "../malicious-strings";

const NOW = new Date("2026-11-21T12:00:00Z");

it("there are 200 different ones, of every kind", () => {
  expect(new Set(hostileStrings).size).toBeGreaterThanOrEqual(200);
  expect(hostileStrings).toHaveLength(Object.values(hostileKinds).flat().length);
  expect(Object.entries(hostileKinds).filter(([, strings]) => strings.length < 5)).toEqual([]);
});

const person = (text: string) => ({
  ...samplePerson({ first_name: text, last_name: text, email: text, distinct_id: text }),
  role_at_organization: text,
});

/** A delivery with the text in every field of text, and as the name of one. */
const deliveries = hostileStrings.map((text, place) =>
  sampleSubscription({
    id: place + 1,
    title: text,
    target_value: text,
    target_type: text,
    summary: text,
    invite_message: text,
    created_by: person(text),
  }),
);

const exported = hostileStrings.map((text, place) =>
  sampleExport({
    id: place + 1,
    filename: text,
    exception: text,
    export_format: text,
    export_context: Object.fromEntries([[text, text]]),
  }),
);

const members = hostileStrings.map((text) => sampleMember({ id: text, user: person(text) }));

function vitalsOf(text: string): WebVitals {
  const action = { custom_name: text, math: text };
  const series = [{ data: [1, 2], days: [text, text], labels: [text, text], action }];
  const { answer } = getWebVitals;
  const reading =
    answer.kind === "json" ? answer.read({ results: series, error: text, timezone: text }) : null;
  if (!reading?.ok) throw new Error("the contract cannot read it");
  return reading.value;
}

const board = hostileStrings.map((text) => ({ path: text, answer: vitalsOf(text), failure: text }));
const boardContext = (text: string) => ({
  projectId: text,
  server: text,
  link: text,
  budgets: new Map([[text, 1]]),
  now: NOW,
});
const observed = hostileStrings.map((text) => ({
  path: text,
  metric: text,
  percentile: text,
  at: NOW.getTime(),
  value: 1,
  start: null,
}));

/** An offboarding of somebody of such a name, with a step for each text. */
const caseOf = (text: string): OffboardingCase => ({
  id: text,
  connection: text,
  server: text,
  projectId: text,
  leaver: { uuid: text, email: text, name: text },
  choices: FIRST_CHOICES,
  startedAt: NOW.toISOString(),
  closedAt: null,
  batches: [text],
  steps: hostileStrings.map((name, place) => ({
    key: name,
    name,
    kind: "delivery",
    recordId: place + 1,
    action: "replace",
    by: name,
    before: name,
    after: name,
    outcome: "failed",
    reason: name,
    at: NOW.toISOString(),
  })),
  created: [{ id: 1, name: text, isInBin: false }],
  named: [{ id: 2, name: text, isInBin: true }],
  keeps: null,
  looked: { deliveries: 1, bin: 1, unreadable: 0, membersProblem: text },
});

interface Written {
  readonly name: string;
  readonly chunks: Iterable<FileChunk>;
}

const shownAs = (...ids: readonly string[]) => ids.map((id) => ({ id, header: `="${id}"` }));

function choices<Row>(
  rows: readonly Row[],
  source: FileSource<Row>,
  format: "csv" | "json",
): readonly Written[] {
  return (["shown", "all"] as const).map((fields) =>
    chosenFile(rows, { format, fields, bom: false }, source),
  );
}

/** Every list as a file, with the text as the name of the file. */
function filesOf(format: "csv" | "json", text: string): readonly Written[] {
  const ofDeliveries = fileColumns(
    shownAs("title", "source", "recipients", "channel", "schedule", "author", "state", "id"),
    "UTC",
    NOW,
  );
  const ofExports = exportColumns(shownAs("file", "format", "source", "state", "id"), NOW);
  const ofMembers = memberColumns(shownAs("person", "email", "level", "why", "uuid"));
  const fileName = text;
  return [
    ...choices(deliveries, { columns: ofDeliveries, allFields: fileFields, fileName }, format),
    ...choices(exported, { columns: ofExports, allFields: exportFields, fileName }, format),
    ...choices(members, { columns: ofMembers, allFields: memberFields, fileName }, format),
    historyFile(format, observed, { projectId: text, server: text, now: NOW }, { bom: false }),
    format === "csv"
      ? boardCsv(board, boardContext(text), { bom: false })
      : boardJson(board, boardContext(text)),
  ];
}

const textOf = ({ chunks }: Pick<Written, "chunks">) => [...chunks].map(({ text }) => text).join("");

/** The rows of a CSV file by the letter of RFC 4180; throws where it is none. */
function readCsv(text: string): readonly (readonly string[])[] {
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

describe("CSV files of them", () => {
  const files = filesOf("csv", "x").map((file) => readCsv(textOf(file)));

  it("are RFC 4180, a line for each record", () => {
    for (const [head = [], ...rows] of files) {
      expect(rows).toHaveLength(hostileStrings.length);
      expect(head.length).toBeGreaterThan(4);
      for (const row of rows) expect(row).toHaveLength(head.length);
    }
  });

  it("hold nothing that a spreadsheet takes for a formula, the names of columns included", () => {
    const cells = files.flat(2);
    expect(cells.filter((cell) => /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(cell))).toEqual([]);
    expect(cells).toContain("'=1+1");
  });

  it("hold every text whole", () => {
    for (const field of ["title", "target_value", "created_by.email", "filename", "user.last_name"]) {
      const file = files.find(([head]) => head?.includes(field));
      const place = file?.[0]?.indexOf(field) ?? -1;
      const cells = file?.slice(1).map((row) => row[place]) ?? [];
      const whole = hostileStrings.map((text, at) => (cells[at] === `'${text}` ? `'${text}` : text));
      expect([field, cells]).toEqual([field, whole]);
    }
  });

  it("a formula and a broken line would be noticed", () => {
    expect(() => readCsv('a"b\r\n')).toThrow("no cell at 0");
    expect(() => readCsv("a\r\nb")).toThrow("no cell at 3");
    expect(readCsv('=1,"a""\r\n"\r\n')).toEqual([["=1", 'a"\r\n']]);
  });
});

describe("JSON files of them", () => {
  it("are JSON with every text whole", () => {
    const [, allDeliveries, , allExports, , allMembers] = filesOf("json", "x").map((file) =>
      JSON.parse(textOf(file)),
    );
    expect(allDeliveries.map(({ title }: { title: string }) => title)).toEqual(hostileStrings);
    expect(
      allExports.map(({ export_context: context }: { export_context: object }) => Object.entries(context)[0]),
    ).toEqual(hostileStrings.map((text) => [text, text]));
    expect(allMembers.map(({ user }: { user: { email: string } }) => user.email)).toEqual(hostileStrings);
  });

  it("and so is a file to edit, the journal, and the report of an offboarding", () => {
    const place = { server: "https://eu.posthog.com", prefix: "environments", project: "1" };
    const plan = planChunks({ records: deliveries, scope: "all", place, now: NOW });
    const read = JSON.parse(textOf({ chunks: plan }));
    expect(read.subscriptions.map(({ title }: { title: string }) => title)).toEqual(hostileStrings);
    const entries = hostileStrings.map(
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
    const kept = JSON.parse(textOf(journalFile(entries, "1", NOW)));
    expect(kept.map(({ name }: { name: string }) => name)).toEqual(hostileStrings);
    const report = JSON.parse(textOf(reportFile(caseOf("<b>x"))));
    expect(report.steps.map(({ name }: { name: string }) => name)).toEqual(hostileStrings);
  });

  it("leave the parts of all objects alone", () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect("planted" in {}).toBe(false);
  });
});

describe("calendar files of them", () => {
  const file = calendarChunks(deliveries, {
    place: '1."x";\r\ny',
    projectId: "1",
    now: NOW.getTime(),
    addressOf: ({ id }) => `https://example.test/p/1/subscriptions/${id}`,
  });
  const text = textOf({ chunks: file });

  it("have lines that RFC 5545 knows, none too long, and an event for each delivery", () => {
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
    expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(deliveries.length);
  });
});

/** What no system takes as a file's name: Windows, macOS and Linux together. */
const BAD_NAME =
  /[/\\:*?"<>|\p{Cc}\p{Surrogate}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]|^[ .]|[ .]$|^\.{0,2}$|^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00B9\u00B2\u00B3]|lpt[0-9\u00B9\u00B2\u00B3])(?:\.|$)/iu;

describe("file names of them", () => {
  const names = [
    ...hostileStrings.map((text) => cleanFileName(text, "csv")),
    ...hostileStrings.flatMap((text) => filesOf("json", text).map(({ name }) => name)),
    ...exported.map(exportFileName),
    ...hostileStrings.map((text) => pictureName(boardContext(text))),
    ...hostileStrings.map((text) => reportFile(caseOf(text)).name),
    ...hostileStrings.map((filename) =>
      exportFileName(sampleExport({ filename, export_format: "image/png" })),
    ),
  ];

  it("are taken by every system", () => {
    expect(names.filter((name) => BAD_NAME.test(name))).toEqual([]);
    expect(names.filter((name) => new TextEncoder().encode(name).length > 240)).toEqual([]);
    for (const name of ["CON.csv", "a\u202Eb", "a/b", "a.", "..", "lpt\u00B9"])
      expect(name).toMatch(BAD_NAME);
  });

  it("have an ending that no system runs", () => {
    const endings = new Set(names.map((name) => /\.([^.]*)$/.exec(name)?.[1]));
    expect([...endings].toSorted()).toEqual(["bin", "csv", "json", "png", "txt"]);
  });

  it("stay apart in one zip, where systems see no difference of case", () => {
    const taken = new Set<string>();
    const unique = exported.map((record) => uniqueFileName(exportFileName(record), taken).toUpperCase());
    expect(new Set(unique).size).toBe(exported.length);
  });
});

it("in a sentence they are on one line, and turn nothing around", () => {
  for (const text of hostileStrings)
    expect(withoutUnseen(text)).not.toMatch(/[\p{Cc}\p{Surrogate}\u200E\u200F\u2028-\u202E\u2066-\u2069]/u);
  const family = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}";
  expect(withoutUnseen(family)).toBe(family);
  expect(withoutUnseen("Plain words, as they are")).toBe("Plain words, as they are");
});
