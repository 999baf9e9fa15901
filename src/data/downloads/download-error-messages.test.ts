import { buildClient, buildExport } from "@test/support/builders";
import { expect, it } from "vitest";
import { FileError, HttpError } from "@/api/errors";
import { describeDownloadError } from "./export-file";

const NOW = new Date("2026-11-21T10:00:00Z");
const CLIENT = buildClient();
const READY = buildExport();

it.each([
  ["storage-silent", "Couldn't reach the file storage", "Sign in to the server and download the file there."],
  ["storage-refused", "The file storage rejected the download", "The storage host returned 403."],
  ["too-long", "The file is larger than expected", "A proxy may have changed it. Try again."],
  ["empty", "The file is empty", "Run the export again to get a new file."],
  ["web-page", "Received a web page instead of the file", "Nothing was saved. Check the server address"],
  ["too-large", "The file is too large for this browser", "Free up disk space or download fewer files"],
] as const)("says what happened to the file and what to do: %s", (reason, title, detail) => {
  expect(describeDownloadError(CLIENT, READY, new FileError(reason, 403), NOW)).toMatchObject({
    title,
    detail: expect.stringContaining(detail),
  });
});

it.each([
  [{ expires_after: "2026-11-20T10:00:00Z" }, "The export has expired", "Run it again to get a new file."],
  [{ has_content: false, exception: "Timed out." }, "The export failed", "Server response: “Timed out.”"],
  [
    { has_content: false, created_at: "2026-11-21T09:57:00Z" },
    "The file isn't ready yet",
    "Try again when the export is ready.",
  ],
  [{}, "The file no longer exists", "It may have expired or been deleted. Run the export again."],
])("says why a file is missing: %o", (fields, title, detail) => {
  const error = new HttpError(404, { type: null, code: null, detail: "Not found.", attr: null });
  expect(describeDownloadError(CLIENT, buildExport(fields), error, NOW)).toMatchObject({
    title,
    detail: expect.stringContaining(detail),
  });
});
