import { buildExport } from "@test/support/builders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createExportFormSchema,
  createNewExportOrigin,
  createRepeatExportOrigin,
  type ExportFormValues,
  exportFormFieldFor,
  formatContext,
  parseContext,
  splitIds,
  validateExportForm,
} from "./export-form-values";
import { createRepeatBody, repeatRefusal, toExportCreations } from "./export-request-bodies";

const NOW = new Date("2026-11-21T10:00:00Z");
const origin = createNewExportOrigin("Europe/Berlin", new URLSearchParams());
const withValues = (values: Partial<ExportFormValues>): ExportFormValues => ({ ...origin.values, ...values });
const issuesOf = (values: Partial<ExportFormValues>) => validateExportForm(withValues(values), origin, NOW);

describe("requests", () => {
  it("are one per unique source", () => {
    const values = withValues({ numbers: ["12", "13", "012"], format: "text/csv" });
    expect(toExportCreations(values, origin)).toEqual([
      { dashboard: 12, export_format: "text/csv" },
      { dashboard: 13, export_format: "text/csv" },
    ]);
  });

  it("contain context, custom format and expiry in UTC", () => {
    const values = withValues({
      source: "context",
      numbers: ["12"],
      context: '{"path": "/api/x/", "method": "GET"}',
      format: "other",
      otherFormat: " image/webp ",
      keep: "until",
      until: "2026-12-01T09:00",
    });
    expect(toExportCreations(values, origin)).toEqual([
      {
        export_context: { path: "/api/x/", method: "GET" },
        export_format: "image/webp",
        expires_after: "2026-12-01T08:00:00Z",
      },
    ]);
  });
});

describe("repeating an export", () => {
  const recording = buildExport({
    dashboard: null,
    export_format: "video/mp4",
    export_context: { session_recording_id: "a", duration: 90 },
  });

  it("sends the same body, with a custom lifetime, but no default one", () => {
    const usual = buildExport({ created_at: "2026-11-20T10:00:00Z", expires_after: "2027-05-21T10:00:00Z" });
    expect(createRepeatBody(usual, NOW)).toEqual({ dashboard: 201, export_format: "image/png" });
    const short = { ...recording, expires_after: "2026-12-20T10:00:00Z" };
    expect(createRepeatBody(short, NOW)).toEqual({
      export_format: "video/mp4",
      export_context: { session_recording_id: "a", duration: 90 },
      expires_after: "2026-12-21T10:00:00Z",
    });
  });

  it("keeps the insight and context of a dashboard", () => {
    const both = buildExport({ insight: 7, export_context: { filename: "x" }, export_format: "image/webp" });
    const again = createRepeatExportOrigin(both, "UTC");
    expect(validateExportForm(again.values, again, NOW)).toEqual({});
    const request = {
      dashboard: 201,
      insight: 7,
      export_context: { filename: "x" },
      export_format: "image/webp",
    };
    expect(toExportCreations(again.values, again)).toEqual([request]);
    expect(createRepeatBody(both, NOW)).toEqual(request);
  });

  it("is refused without a known source", () => {
    expect(repeatRefusal(recording)).toBeUndefined();
    expect(repeatRefusal(buildExport({ dashboard: null, export_context: {} }))).toContain(
      "source of this export is unknown",
    );
  });
});

it.each([
  ["dashboard=12&dashboard=13,12", { source: "dashboard", numbers: ["12", "13"] }],
  ["insight=7&format=text/csv", { source: "insight", numbers: ["7"], format: "text/csv" }],
  ["format=image/webp", { format: "other", otherFormat: "image/webp" }],
  ["dashboard=%3Cb%3E&insight=", {}],
])("a link to the form %s", (search, values) => {
  expect(createNewExportOrigin("UTC", new URLSearchParams(search)).values).toEqual({
    ...origin.values,
    ...values,
  });
});

describe("issues", () => {
  it.each<[Partial<ExportFormValues>, object]>([
    [{}, { numbers: "Enter at least one dashboard." }],
    [{ source: "insight" }, { numbers: "Enter at least one insight." }],
    [{ numbers: ["12", "x"] }, { numbers: "“x” isn't an ID. Choose a suggestion, or enter an ID or URL." }],
    [{ numbers: ["0"] }, { numbers: "“0” is out of range. Enter an ID from 1 to 2,147,483,647." }],
    [{ numbers: ["1"], format: "other" }, { otherFormat: expect.stringContaining("media type") }],
    [
      { numbers: ["1"], format: "other", otherFormat: "csv" },
      { otherFormat: "“csv” isn't a media type. Enter one like image/webp." },
    ],
    [{ numbers: ["1"], keep: "until" }, { until: "Enter a date and time." }],
    [
      { numbers: ["1"], keep: "until", until: "2026-11-21T10:59" },
      { until: expect.stringContaining("time in the future") },
    ],
    [{ numbers: ["1"], keep: "until", until: "2026-11-21T11:01" }, {}],
    [{ source: "context" }, { context: "Line 1, column 1: Enter the definition as JSON: {…}." }],
  ])("%j", (values, expected) => {
    expect(issuesOf(values)).toEqual(expected);
    expect(createExportFormSchema(origin).safeParse(withValues({ ...values, until: "" })).success).toBe(
      Object.keys(expected).length === 0 && values.keep !== "until",
    );
  });

  it("limits sources to 100", () => {
    const numbers = Array.from({ length: 101 }, (_, index) => String(index + 1));
    expect(issuesOf({ numbers })).toEqual({ numbers: "Enter at most 100 dashboards. You entered 101." });
    expect(issuesOf({ numbers: numbers.slice(1) })).toEqual({});
  });
});

describe("a typed context", () => {
  it.each([
    ['{"path": "/x/",\n "method": GET}', 2, 12, "GET"],
    ['{\n  "a": 1,\n}', 2, 9, "Remove the comma"],
    ["[1]", 1, 1, "must be a JSON object"],
    ["{}", 1, 1, "can't be empty"],
    ['{"a": 1} {', 1, 10, "after the end of the JSON"],
    ['{"a": 1,\n"a": 2}', 2, 1, "is listed twice"],
  ])("%j is wrong at %d:%d", (text, line, column, message) => {
    const reading = parseContext(text);
    if (reading.ok) throw new Error("read");
    expect(reading.issue).toMatchObject({ line, column, message: expect.stringContaining(message) });
    expect(reading.issue.lines.find(({ isMarked }) => isMarked)?.number).toBe(line);
  });

  it("accepts exactly the texts that are valid JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1 }), (context) => {
        const text = JSON.stringify(context);
        const reading = parseContext(text);
        expect(reading.ok && reading.value).toEqual(JSON.parse(text));
        expect(parseContext(formatContext(context)).ok).toBe(true);
      }),
    );
  });
});

it.each([
  ["12, 13;14\n15", ["12", "13", "14", "15"]],
  ["https://eu.example.com/project/1/dashboard/12?x=1#y", ["12"]],
  ["https://eu.example.com/project/1/insights/AbC1?x=1", ["/insights/AbC1"]],
  ["https://eu.example.com/project/1/insights/12", ["12"]],
])("splits %j into IDs", (text, numbers) => {
  expect(splitIds(text)).toEqual(numbers);
});

it("maps server errors to visible fields", () => {
  const field = (name: string, values: Partial<ExportFormValues>) =>
    exportFormFieldFor(name, withValues(values), origin);
  expect(field("dashboard", {})).toBe("numbers");
  expect(field("dashboard", { source: "insight" })).toBeNull();
  expect(field("export_format", { format: "other" })).toBe("otherFormat");
  expect(field("export_context", {})).toBeNull();
  expect(field("export_context", { source: "context" })).toBe("context");
  expect(field("expires_after", {})).toBeNull();
});
