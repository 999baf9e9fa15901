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

const pattern = (text: string) => ({ kind: "pattern", pattern: text });
const none = (message: string | null) => ({ kind: "none", message });

it.each([
  ["success", "\\d+ ", pattern("\\d+ ")],
  [null, "\n\\d+\r\n", pattern("\\d+")],
  ["success", "a\r\nb", pattern("a\\r\\nb")],
  ["success", " \n", { kind: "nothing" }],
  [null, null, { kind: "nothing" }],
  ["error", " Say more. ", none("Say more.")],
  ["error", null, none(null)],
])("parses the result %j with the output %j", (result, output, reading) => {
  expect(parseGeneratedRegex({ result, data: output === null ? null : { output } })).toEqual(reading);
});
