import { isChunkLoadError } from "@/lib/text/chunk-load-error";
import type { Problem } from "@/lib/text/problem";
import { formatDuration } from "@/lib/time/format-duration";
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors";
import { createProblem, describeHttpError, MAY_HAVE_SUCCEEDED } from "./http-error-messages";

/**
 * Describes a failed request whose outcome is unknown. Reads can be retried, but writes must be
 * checked first.
 */
function describeUnknownOutcome(title: string, detail: string, isMutation: boolean): Problem {
  return createProblem(title, isMutation ? `${detail} ${MAY_HAVE_SUCCEEDED}` : detail, !isMutation);
}

function describeNetwork({ reason, isMutation }: NetworkError): Problem {
  switch (reason) {
    case "redirect":
      return createProblem(
        "The server redirected the request",
        `Redirects aren't followed, to protect your API key. ${
          isMutation
            ? MAY_HAVE_SUCCEEDED
            : "Check the address under Connect, or download files directly from the server."
        }`,
        false,
      );
    case "key":
      return createProblem(
        "The API key is invalid",
        "It contains a space, a line break, or an unsupported character. Copy it again and enter it under Connect.",
        false,
      );
    case "offline":
      return describeUnknownOutcome(
        "You're offline",
        `No network connection.${isMutation ? "" : " Try again when you're back online."}`,
        isMutation,
      );
    case "broken-off":
      return describeUnknownOutcome("Connection lost", "The response was interrupted.", isMutation);
    default:
      return describeUnknownOutcome(
        "Couldn't reach the server",
        "The server may be down, have an invalid certificate, or block requests from this page (CORS). Check your network and the address under Connect, or open the server in a new tab.",
        isMutation,
      );
  }
}

function describeUnreadable(error: ContractError): Problem {
  const reason = error.issues[0]?.message ?? "can't be read";
  if (reason.includes("cut off")) {
    return describeUnknownOutcome(
      "Incomplete response",
      `The response ${reason}. The connection may have been interrupted.`,
      error.isMutation,
    );
  }
  if (reason.includes("larger than")) {
    return describeUnknownOutcome(
      "Response too large",
      `The response ${reason} and wasn't loaded.`,
      error.isMutation,
    );
  }
  return describeUnknownOutcome(
    "Unexpected response",
    `The response ${reason}. Check the server address under Connect, and any proxy or sign-in page.`,
    error.isMutation,
  );
}

function describeContract(error: ContractError): Problem {
  if (typeof error.body === "string") return describeUnreadable(error);
  const first = error.issues[0];
  const mismatch = first ? ` Mismatch in ${first.path || "the response"}: ${first.message}.` : "";
  return describeUnknownOutcome(
    "Unknown response format",
    `Environs may not support this server.${mismatch}`,
    error.isMutation,
  );
}

/** Describes any failure to the user. The result never contains the API key. */
export function describeError(error: unknown): Problem {
  if (error instanceof HttpError) return describeHttpError(error);
  if (error instanceof NetworkError) return describeNetwork(error);
  if (error instanceof ContractError) return describeContract(error);
  if (error instanceof TimeoutError) {
    const sentence = `No response within ${formatDuration(error.timeoutMs)}.`;
    return describeUnknownOutcome(
      "Request timed out",
      error.isMutation ? sentence : `${sentence} The server or your connection may be slow.`,
      error.isMutation,
    );
  }
  if (isChunkLoadError(error)) {
    return createProblem(
      "Couldn't load part of the app",
      "Check your connection and try again, or reload to get the latest version.",
      true,
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  return createProblem(
    "Something went wrong on our end",
    `Try again, or reload the app. Error: ${message}`,
    true,
  );
}

/** Returns the raw response of a failure, or undefined when the failure has none. */
export function getRawResponse(error: unknown): unknown {
  return error instanceof ContractError ? error.body : undefined;
}
