import { stripInvisible } from "@/lib/text/invisible-characters";
import type { Problem } from "@/lib/text/problem";
import { formatDuration } from "@/lib/time/format-duration";
import type { HttpError } from "./errors";

/** Advice after a write whose outcome is unknown. */
export const MAY_HAVE_SUCCEEDED = "Your change may have been saved, so check before you retry.";

/** @param canRetry whether the same request can succeed later */
export function createProblem(title: string, detail: string, canRetry: boolean): Problem {
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

export function describeHttpError(error: HttpError): Problem {
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
