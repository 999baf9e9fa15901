import { buildApi } from "@test/support/builders";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { describeError } from "@/api/describe-error";
import { server } from "@/mocks/node";
import { parseGeneratedRegex, requestRecordingRegex } from "./recording-regex";

const REFUSED = { detail: "This action does not support Personal API Key access" };

it.each([
  ["a refusal", () => HttpResponse.json(REFUSED, { status: 403 }), /Not available with an API key/],
  ["a fault", () => HttpResponse.json({}, { status: 500 }), /Server error/],
  ["a lost line", () => HttpResponse.error(), /Couldn't reach/],
  ["an unknown form", () => HttpResponse.json([1]), /Unknown response format/],
])("%s is sent once, and never has an unknown outcome", async (_name, answer, title) => {
  let sent = 0;
  server.use(
    http.post("*/api/*", () => {
      sent += 1;
      return answer();
    }),
  );
  const { signal } = new AbortController();
  const error = await requestRecordingRegex(buildApi(), "product pages", signal).catch(
    (reason: unknown) => reason,
  );
  expect(describeError(error).title).toMatch(title);
  expect(describeError(error).detail).not.toContain("may have been saved");
  expect(sent).toBe(1);
});

it.each([
  [
    { result: "success", data: { output: "\\d+ " } },
    { kind: "pattern", pattern: "\\d+ " },
  ],
  [
    { result: null, data: { output: "\\d+" } },
    { kind: "pattern", pattern: "\\d+" },
  ],
  [
    { result: "success", data: { output: "\n\\d+\r\n" } },
    { kind: "pattern", pattern: "\\d+" },
  ],
  [
    { result: "success", data: { output: "a\r\nb" } },
    { kind: "pattern", pattern: "a\\r\\nb" },
  ],
  [{ result: "success", data: { output: " \n" } }, { kind: "nothing" }],
  [
    { result: "error", data: { output: " Say more. " } },
    { kind: "none", message: "Say more." },
  ],
  [
    { result: "error", data: null },
    { kind: "none", message: null },
  ],
  [{ result: "success", data: { output: "" } }, { kind: "nothing" }],
  [{ result: "success", data: { output: null } }, { kind: "nothing" }],
  [{ result: null, data: null }, { kind: "nothing" }],
])("parses %o as %o", (response, reading) => {
  expect(parseGeneratedRegex(response)).toEqual(reading);
});
