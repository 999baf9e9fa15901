import { expect, it } from "vitest";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";
import { describeError } from "@/http/describe-error";
import { askForPattern } from "./recording-regex";

function scene(answer: () => Promise<Response>) {
  const sent: { address: string; body: unknown }[] = [];
  const connection = {
    id: "https://x.test environments",
    label: "x.test",
    baseUrl: "https://x.test",
    prefix: "environments",
    key: "phx_k",
  } as const;
  const fetch = async (request: Request) => {
    sent.push({ address: `${request.method} ${new URL(request.url).pathname}`, body: await request.json() });
    return answer();
  };
  const api: Api = { projectId: "7", client: createClient({ connection, fetch }) };
  return { sent, ask: () => askForPattern(api, "product pages", new AbortController().signal) };
}

it("sends the documented request and reads the answer", async () => {
  const { sent, ask } = scene(async () =>
    Response.json({ result: "success", data: { output: "/products/" }, model: "x" }),
  );
  expect(await ask()).toEqual({ result: "success", data: { output: "/products/" }, model: "x" });
  expect(sent).toEqual([
    { address: "POST /api/environments/7/session_recordings/ai/regex/", body: { regex: "product pages" } },
  ]);
});

const REFUSED = { detail: "This action does not support Personal API Key access" };

it.each([
  ["a refusal", async () => Response.json(REFUSED, { status: 403 }), /does not allow this with an API key/],
  ["a fault", async () => Response.json({}, { status: 500 }), /server failed/],
  ["a lost line", () => Promise.reject(new TypeError("Failed to fetch")), /cannot be reached/],
  ["an unknown form", async () => Response.json([1]), /unknown form/],
])("%s is asked once, and leaves nothing to look after", async (_name, answer, title) => {
  const { sent, ask } = scene(answer);
  const error = await ask().catch((reason: unknown) => reason);
  expect(describeError(error).title).toMatch(title);
  expect(describeError(error).detail).not.toContain("may have been done");
  expect(sent).toHaveLength(1);
});
