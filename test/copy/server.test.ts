import { expect, it } from "vitest";
import {
  CAPABILITY_LABELS,
  callOutcomeLabel,
  capabilityLabel,
  endpointStateLabel,
  keyScopesErrorMessage,
} from "@/app/server/server-messages";
import type { LoggedCall } from "@/http/call-log";
import { HttpError, NetworkError, TimeoutError } from "@/http/errors";
import { renderCopy } from "./render-copy";

const CALL: LoggedCall = {
  id: 1,
  endpoint: "exports.list",
  method: "GET",
  url: "https://a.example/",
  startedAt: 0,
};

function createHttpError(status: number, detail: string | null): HttpError {
  return new HttpError(status, { type: null, code: null, attr: null, detail });
}

it("reads the messages about the server", async () => {
  const text = renderCopy({
    CAPABILITY_LABELS: Object.values(CAPABILITY_LABELS),
    capabilityLabel: [
      capabilityLabel(true, true),
      capabilityLabel(false, true),
      capabilityLabel(false, false),
    ],
    endpointStateLabel: [
      ...(["works", "absent", "unasked", "unsent", "allowed"] as const).map((kind) =>
        endpointStateLabel({ kind }),
      ),
      endpointStateLabel({ kind: "refused", reason: "The API key is missing the scope export:read" }),
      endpointStateLabel({ kind: "failed", reason: "Couldn't reach the server" }),
    ],
    callOutcomeLabel: [
      callOutcomeLabel(CALL),
      callOutcomeLabel({ ...CALL, durationMs: 1, status: 200 }),
      callOutcomeLabel({ ...CALL, durationMs: 1, status: 404, error: createHttpError(404, "Not found.") }),
      callOutcomeLabel({ ...CALL, durationMs: 1, status: 503, error: createHttpError(503, null) }),
      callOutcomeLabel({ ...CALL, durationMs: 1, error: new TimeoutError(30_000) }),
      callOutcomeLabel({ ...CALL, durationMs: 1, error: new NetworkError("unreachable") }),
      callOutcomeLabel({ ...CALL, durationMs: 1, status: 200, error: new NetworkError("broken-off") }),
      callOutcomeLabel({ ...CALL, durationMs: 1, error: new DOMException("", "AbortError") }),
    ],
    keyScopesErrorMessage: [
      keyScopesErrorMessage(createHttpError(404, "Endpoint not found.")),
      keyScopesErrorMessage(createHttpError(503, null)),
    ],
  });
  await expect(text).toMatchFileSnapshot("./server.txt");
});
