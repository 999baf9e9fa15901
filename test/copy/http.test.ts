import { expect, it } from "vitest";
import { ContractError } from "@/contract/contract-error";
import { describeError } from "@/http/describe-error";
import { HttpError, NetworkError, TimeoutError } from "@/http/errors";
import { describeHttpError } from "@/http/http-error-messages";
import { renderCopy } from "./render-copy";

function describeStatus(status: number, detail: string | null, isMutation = false, retryAfterMs?: number) {
  const body = { type: null, code: null, detail, attr: null };
  return describeHttpError(new HttpError(status, body, retryAfterMs ?? null, isMutation));
}

it("reads the messages of HTTP errors", async () => {
  const text = renderCopy({
    describeHttpError: [
      describeStatus(400, "This field is required."),
      describeStatus(400, null),
      describeStatus(401, "Invalid personal API key."),
      describeStatus(402, null),
      describeStatus(403, "API key missing required scope 'export:read'"),
      describeStatus(403, "This action does not support Personal API Key access"),
      describeStatus(403, "You don't have access to the requested project."),
      describeStatus(403, "You can't explicitly add yourself to projects."),
      describeStatus(404, "Endpoint not found."),
      describeStatus(404, "Project not found."),
      describeStatus(404, null),
      describeStatus(404, "Not found."),
      describeStatus(405, 'Method "DELETE" not allowed.'),
      describeStatus(409, null),
      describeStatus(418, null),
      describeStatus(429, null),
      describeStatus(429, null, false, 30_000),
      describeStatus(500, null),
      describeStatus(500, "A server error occurred.", true),
      describeStatus(503, null),
      describeStatus(503, null, true),
    ],
    "describeError, network": (["unreachable", "offline", "broken-off", "redirect", "key"] as const).flatMap(
      (reason) => [
        describeError(new NetworkError(reason)),
        describeError(new NetworkError(reason, { isMutation: true })),
      ],
    ),
    "describeError, timeout": [
      describeError(new TimeoutError(30_000)),
      describeError(new TimeoutError(30_000, true)),
    ],
    "describeError, unreadable response": [
      "is empty",
      "is an HTML page, not JSON",
      "isn't valid JSON",
      "is cut off or contains invalid JSON",
      "is larger than 32 MB",
    ].map((message) => describeError(new ContractError("exports.list", [{ path: "", message }], "text"))),
    "describeError, unknown format": [false, true].map((isMutation) =>
      describeError(
        new ContractError("exports.list", [{ path: "results", message: "expected array" }], {}, isMutation),
      ),
    ),
    "describeError, other": [
      describeError(new TypeError("Failed to fetch dynamically imported module: /assets/a.js")),
      describeError(new Error("Cannot read properties of undefined")),
    ],
  });
  await expect(text).toMatchFileSnapshot("./http.txt");
});
