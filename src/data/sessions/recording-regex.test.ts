import { expect, it } from "vitest";
import { describeError } from "@/http/describe-error";
import { buildApi } from "@/testing/build-api";
import { requestRecordingRegex } from "./recording-regex";

function scene(answer: () => Promise<Response>) {
  const sent: { address: string; body: unknown }[] = [];
  const fetch = async (request: Request) => {
    sent.push({ address: `${request.method} ${new URL(request.url).pathname}`, body: await request.json() });
    return answer();
  };
  const api = buildApi({ fetch, projectId: "7" });
  return { sent, request: () => requestRecordingRegex(api, "product pages", new AbortController().signal) };
}

const REFUSED = { detail: "This action does not support Personal API Key access" };

it.each([
  ["a refusal", async () => Response.json(REFUSED, { status: 403 }), /Not available with an API key/],
  ["a fault", async () => Response.json({}, { status: 500 }), /Server error/],
  ["a lost line", () => Promise.reject(new TypeError("Failed to fetch")), /Couldn't reach/],
  ["an unknown form", async () => Response.json([1]), /Unknown response format/],
])("%s is sent once, and never has an unknown outcome", async (_name, answer, title) => {
  const { sent, request } = scene(answer);
  const error = await request().catch((reason: unknown) => reason);
  expect(describeError(error).title).toMatch(title);
  expect(describeError(error).detail).not.toContain("may have been saved");
  expect(sent).toHaveLength(1);
});
