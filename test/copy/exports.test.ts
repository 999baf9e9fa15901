import { expect, it } from "vitest";
import { EXPORT_FORMATS } from "@/contract/exports";
import {
  describeDownloadError,
  failureListText,
  mediaTypesWarning,
  mediaTypeWarning,
} from "@/data/downloads/download-error-messages";
import type { ExportDownload } from "@/data/downloads/export-downloads";
import type { ExportRequest } from "@/data/exports/export-requests";
import { exportChangeTitle, tabTitlePrefix } from "@/features/exports/actions/export-polling-messages";
import { exportSummary } from "@/features/exports/detail/export-summary-messages";
import { downloadResultMessage, downloadStateLabel } from "@/features/exports/downloads/download-labels";
import * as sourceIdsMessages from "@/features/exports/form/source-ids-messages";
import { validateExportForm } from "@/features/exports/model/export-form-schema";
import { createNewExportOrigin, type ExportFormValues } from "@/features/exports/model/export-form-values";
import {
  describeExportState,
  exportName,
  exportSourceLabel,
  missingFileReason,
} from "@/features/exports/model/export-rules";
import { formatFileLabel, formatMismatch } from "@/features/exports/preview/preview-kind";
import {
  loadingFileMessage,
  tableSummary,
  textReasonMessage,
  tooLargeMessage,
  unsupportedFileMessage,
} from "@/features/exports/preview/preview-messages";
import {
  describeFailedRequests,
  exportRequestNames,
  failedRequestsTitle,
  formatWaitTime,
  pendingRequestsTitle,
  queuedRequestsMessage,
} from "@/features/exports/requests/export-request-messages";
import { createClient } from "@/http/client";
import { HttpError } from "@/http/errors";
import { FileError } from "@/http/file-error";
import { getFormatNames, listFormatOptions } from "@/lib/file/export-formats";
import { buildExport } from "@/testing/build-export";
import { renderCopy } from "./render-copy";

const NOW = new Date("2026-11-21T10:00:00Z");
const CONNECTION = {
  id: "us",
  label: "US",
  baseUrl: "https://us.example.com",
  prefix: "environments",
  key: "phx_1",
} as const;
const CLIENT = createClient({ connection: CONNECTION, fetch: () => Promise.reject(new Error("offline")) });
const API = { client: CLIENT, projectId: "1" };

const READY = buildExport();
const PENDING = buildExport({ has_content: false, created_at: "2026-11-21T09:57:00Z" });
const NEW = buildExport({ has_content: false, created_at: "2026-11-21T09:59:50Z" });
const STUCK = buildExport({ has_content: false, created_at: "2026-11-21T07:00:00Z" });
const FAILED = buildExport({ has_content: false, exception: "Timed out." });
const EXPIRED = buildExport({ expires_after: "2026-11-20T10:00:00Z" });
const EXPIRING = buildExport({ expires_after: "2026-11-23T10:00:00Z" });

const FILE_ERRORS = [
  "storage-silent",
  "storage-refused",
  "too-long",
  "none",
  "empty",
  "web-page",
  "no-room",
  "too-large",
] as const;

function describeMissingFile(record = READY) {
  const body = { type: null, code: null, detail: "Not found.", attr: null };
  return describeDownloadError(CLIENT, record, new HttpError(404, body), NOW);
}

function buildDownload(fields: Partial<ExportDownload>): ExportDownload {
  return {
    id: "1",
    api: API,
    records: [READY],
    fileName: "export-weekly-figures.png",
    state: "receiving",
    bytesDone: 34_000_000,
    bytesTotal: 120_000_000,
    filesDone: 0,
    problem: null,
    failures: [],
    note: null,
    ...fields,
  };
}

function buildRequest(fields: Partial<ExportRequest>): ExportRequest {
  return {
    id: "1",
    api: API,
    body: { insight: 7, export_format: "text/csv" },
    startedAt: 0,
    state: "sending",
    record: null,
    problem: null,
    fieldError: null,
    ...fields,
  };
}

function formIssues(values: Partial<ExportFormValues>) {
  const origin = createNewExportOrigin("UTC", new URLSearchParams("dashboard=12"));
  return Object.values(validateExportForm({ ...origin.values, ...values }, origin, NOW)).join(" | ");
}

it("reads the messages of exports", async () => {
  const PROBLEM = {
    title: "Not found",
    detail: "The record may have been deleted, or the link may be wrong.",
    canRetry: false,
  };
  const failure = { record: READY, name: "a.png", problem: PROBLEM };
  const [refused, unknown] = [
    buildRequest({ state: "refused", problem: PROBLEM }),
    buildRequest({ state: "unknown" }),
  ];
  const sources = [
    {},
    { dashboard: null, insight: 7 },
    { insight: 7 },
    { dashboard: null, export_context: { session_recording_id: "r" } },
    { dashboard: null, export_context: { source: { kind: "HogQLQuery" } } },
    { dashboard: null, export_context: { path: "/api/projects/1/persons/?a=1" } },
    { dashboard: null, export_context: { other: 1 } },
    { dashboard: null },
  ].map((fields) => buildExport({ filename: null, ...fields }));
  const text = renderCopy({
    sourceIdsHelp: [
      sourceIdsMessages.sourceIdsHelp("dashboard", null),
      sourceIdsMessages.sourceIdsHelp("insight", "scope"),
    ],
    unknownInsightMessage: [sourceIdsMessages.unknownInsightMessage("/insights/BaAJDdXA")],
    unreadInsightMessage: [sourceIdsMessages.unreadInsightMessage("/insights/BaAJDdXA")],
    tilesFailureMessage: [
      sourceIdsMessages.tilesFailureMessage({ title: "Server error", detail: "Try again later." }),
    ],
    changedDashboardsMessage: [sourceIdsMessages.changedDashboardsMessage()],
    noTilesMessage: [1, 2].map(sourceIdsMessages.noTilesMessage),
    describeDownloadError: [
      ...FILE_ERRORS.map((reason) => describeDownloadError(CLIENT, READY, new FileError(reason, 403), NOW)),
      ...[EXPIRED, FAILED, PENDING, READY].map((record) => describeMissingFile(record)),
    ],
    mediaTypeWarning: [
      mediaTypeWarning("text/plain", "image/png"),
      mediaTypesWarning(["a.png"]),
      mediaTypesWarning(["a.png", "b.png", "c.png", "d.png", "e.png", "f.png"]),
      mediaTypesWarning([]),
    ],
    failureListText: [failureListText([failure, { ...failure, problem: null }]).replaceAll("\r\n", " / ")],
    describeExportState: [READY, NEW, PENDING, STUCK, FAILED, EXPIRED, EXPIRING].map((record) =>
      describeExportState(record, NOW),
    ),
    exportSummary: [READY, PENDING, FAILED, EXPIRED].map((record) => exportSummary(record, new Map(), NOW)),
    missingFileReason: [READY, PENDING, FAILED, EXPIRED].map((record) => missingFileReason(record, NOW)),
    exportSourceLabel: sources.map((record) => exportSourceLabel(record)),
    exportName: sources.map((record) => exportName(record).text),
    getFormatNames: [...EXPORT_FORMATS, "image/webp", ""].map((format) => getFormatNames(format).label),
    listFormatOptions: listFormatOptions().map(({ label }) => label),
    validateExportForm: [
      formIssues({ numbers: [] }),
      formIssues({ source: "insight", numbers: ["x"] }),
      formIssues({ numbers: ["0"] }),
      formIssues({ numbers: Array.from({ length: 1_200 }, (_, index) => `${index + 1}`) }),
      formIssues({ format: "other", otherFormat: "" }),
      formIssues({ format: "other", otherFormat: "webp" }),
      formIssues({ keep: "until", until: "2026-11-20T10:00" }),
      ...["", "[]", "{}", '{"a": 1, "a": 2}', '{"a": }'].map((context) =>
        formIssues({ source: "context", context }),
      ),
    ],
    downloadStateLabel: [
      buildDownload({ state: "waiting" }),
      buildDownload({}),
      buildDownload({ bytesTotal: null }),
      buildDownload({ records: [READY, READY, READY], filesDone: 1 }),
      buildDownload({ state: "saved" }),
      buildDownload({ state: "saved", failures: [failure] }),
      buildDownload({ state: "saved", failures: [failure, failure] }),
      buildDownload({ state: "cancelled" }),
      buildDownload({ state: "failed" }),
      buildDownload({ state: "failed", problem: PROBLEM }),
    ].map(downloadStateLabel),
    downloadResultMessage: [downloadResultMessage(buildDownload({ state: "saved" }))],
    exportChangeTitle: (["ready", "failed", "gone"] as const).flatMap((kind) => [
      exportChangeTitle(kind, [{ kind, record: READY }]),
      exportChangeTitle(kind, [
        { kind, record: READY },
        { kind, record: READY },
      ]),
    ]),
    tabTitlePrefix: [
      tabTitlePrefix([{ kind: "ready" }, { kind: "failed" }, { kind: "ready" }]),
      tabTitlePrefix([{ kind: "gone" }]),
    ],
    formatWaitTime: [0, 1_000, 90_000, 600_000].map(formatWaitTime),
    exportRequestNames: [exportRequestNames([refused]), exportRequestNames([refused, unknown])],
    failedRequestsTitle: [failedRequestsTitle([refused]), failedRequestsTitle([refused, unknown])],
    pendingRequestsTitle: [
      pendingRequestsTitle([refused], [refused]),
      pendingRequestsTitle([], [refused, unknown]),
    ],
    queuedRequestsMessage: [queuedRequestsMessage(1), queuedRequestsMessage(3)],
    describeFailedRequests: [describeFailedRequests([refused], 3)],
    tableSummary: [tableSummary(0, 0, false), tableSummary(1, 1, false), tableSummary(1_000, 12, true)],
    formatMismatch: [
      formatMismatch("html", "image/png", "text/html"),
      formatMismatch("gzip", "text/csv", ""),
      formatMismatch("png", "image/png", "image/gif"),
      formatMismatch("png", "image/png", "image/png"),
    ],
    formatFileLabel: (
      [
        "png",
        "jpeg",
        "gif",
        "webp",
        "pdf",
        "webm",
        "mp4",
        "zip",
        "gzip",
        "html",
        "svg",
        "xml",
        "text",
        "binary",
      ] as const
    ).map((kind) => formatFileLabel(kind, "")),
    textReasonMessage: [
      textReasonMessage({ kind: "large" }, null),
      textReasonMessage({ kind: "large" }, 30_000_000),
      textReasonMessage({ kind: "invalid", message: "A value is missing.", line: 2, column: 7 }, 3_000),
    ],
    previews: [
      unsupportedFileMessage("a ZIP archive", null),
      unsupportedFileMessage("an Excel workbook", 34_000),
      tooLargeMessage("a GIF image", "130 MB", 100_000_000),
      loadingFileMessage(0, null),
      loadingFileMessage(1_500, null),
      loadingFileMessage(1_500, 3_000),
    ],
  });
  await expect(text).toMatchFileSnapshot("./exports.txt");
});
