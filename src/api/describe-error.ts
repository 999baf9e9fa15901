import { stripInvisible } from "@/lib/text/normalize-text";
import { isChunkLoadError, type Problem } from "@/lib/text/problem";
import { formatDuration } from "@/lib/time/dates";
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors";

/** Describes a failed request whose outcome is unknown. Reads can be retried, but writes must be checked first. */
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

/** Advice after a write whose outcome is unknown. */
const MAY_HAVE_SUCCEEDED = "Your change may have been saved, so check before you retry.";

/** @param canRetry whether the same request can succeed later */
function createProblem(title: string, detail: string, canRetry: boolean): Problem {
  return { title, detail, canRetry };
}

/** Quotes the server's reason, for errors that the app's own sentence doesn't explain. */
function quoteServer(error: HttpError): string {
  return error.detail ? ` Server response: “${stripInvisible(error.detail)}”` : "";
}

function describeForbidden(error: HttpError): Problem {
  const scope = error.missingScope;
  if (scope !== null) {
    return createProblem(
      `The API key is missing the scope ${scope}`,
      "Add the scope to the key, or connect with another key.",
      false,
    );
  }
  if (/does not support personal api key/i.test(error.detail ?? "")) {
    return createProblem(
      "Not available with an API key",
      "The server allows this only in its own interface.",
      false,
    );
  }
  if (error.closedProject !== null) {
    return createProblem(
      "The API key can't access this project",
      "Choose another project, or connect with another key.",
      false,
    );
  }
  return createProblem(
    "Permission denied",
    `The API key or its owner isn't allowed to do this.${quoteServer(error)}`,
    false,
  );
}

function describeMissing(error: HttpError): Problem {
  if (error.detail === "Endpoint not found.") {
    return createProblem(
      "Not supported by this server",
      "This server doesn't have this API endpoint. If other pages fail too, check “Path prefix” under Connect.",
      false,
    );
  }
  if (error.detail === "Project not found.") {
    return createProblem("Project not found", "Check the project ID and the API key's access.", false);
  }
  if (error.detail === null) {
    return createProblem(
      "API not found",
      "The response isn't from the API. Check the server address and the path prefix under Connect.",
      false,
    );
  }
  return createProblem("Not found", "The record may have been deleted, or the link may be wrong.", false);
}

function describeThrottled({ retryAfterMs, retryAt, isFromApi }: HttpError): Problem {
  const who = isFromApi ? "The server" : "Something in front of the server";
  const describeWith = (advice: string) =>
    createProblem("Too many requests", `${who} is limiting requests. ${advice}`, true);
  if (retryAfterMs === null) return describeWith("Wait a moment and try again.");
  return { ...describeWith(`Try again in ${formatDuration(retryAfterMs)}.`), retryAt: retryAt };
}

const GATEWAY_STATUS: ReadonlySet<number> = new Set([502, 503, 504]);

function describeServerError(error: HttpError): Problem {
  const { status, isMutation } = error;
  if (GATEWAY_STATUS.has(status)) {
    const advice = isMutation ? MAY_HAVE_SUCCEEDED : "Try again in a moment.";
    return createProblem(
      "Server unavailable",
      `The server returned ${status} and may be restarting or overloaded. ${advice}`,
      !isMutation,
    );
  }
  const advice = isMutation
    ? MAY_HAVE_SUCCEEDED
    : "Try again, or contact your administrator if this continues.";
  return createProblem(
    "Server error",
    `The server returned ${status}. ${advice}${quoteServer(error)}`,
    !isMutation,
  );
}

function describeHttpError(error: HttpError): Problem {
  if (error.status >= 500) return describeServerError(error);
  if (error.isAboutKey)
    return createProblem(
      "The API key was rejected",
      `Enter a new key under Connect.${quoteServer(error)}`,
      false,
    );
  if (!error.isFromApi && [401, 402, 403, 405].includes(error.status))
    return createProblem(
      "Something in front of the server answered",
      `A sign-in page or a proxy returned ${error.status}. Reload this page to sign in again, or check the address under Connect.`,
      true,
    );
  switch (error.status) {
    case 400:
      return createProblem(
        "Invalid request",
        stripInvisible(error.detail ?? "The server gave no reason."),
        false,
      );
    case 401:
      return createProblem(
        "The server didn't accept the API key here",
        `This endpoint may not support API keys, or a proxy may have removed the key.${quoteServer(error)}`,
        false,
      );
    case 402:
      return createProblem(
        "Paid feature",
        `Your organization's plan doesn't include this feature.${quoteServer(error)}`,
        false,
      );
    case 403:
      return describeForbidden(error);
    case 404:
      return describeMissing(error);
    case 405:
      return createProblem(
        "Action not supported",
        `The server doesn't support this action.${quoteServer(error)}`,
        false,
      );
    case 409:
      return createProblem(
        "Someone else changed this record",
        `Reload to see the current version, then repeat your change.${quoteServer(error)}`,
        true,
      );
    case 429:
      return describeThrottled(error);
    default:
      return createProblem(
        `The server returned ${error.status}`,
        `The request wasn't completed.${quoteServer(error)}`,
        false,
      );
  }
}
