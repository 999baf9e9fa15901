import { stripInvisible } from "@/lib/text/invisible-characters";
import type { Problem } from "@/lib/text/problem";
import { formatDuration } from "@/lib/time/format-duration";
import type { HttpError } from "./errors";

/** What must be said after a write that ended without a clear answer. */
export const MAY_HAVE_SUCCEEDED = "It may have been done all the same: look before you repeat it.";

/** Puts a problem together. */
export function createProblem(title: string, detail: string, canRetry: boolean): Problem {
  return { title, detail, canRetry };
}

/** The server's own words as a sentence of ours, or nothing. */
function quoteServer(error: HttpError): string {
  return error.detail ? ` It says: “${stripInvisible(error.detail)}”` : "";
}

function describeForbidden(error: HttpError): Problem {
  const scope = error.missingScope;
  if (scope !== null) {
    return createProblem(
      `The key lacks the scope ${scope}`,
      `The server needs ${scope} for this. Give the personal API key that scope, or connect with another key.`,
      false,
    );
  }
  if (/does not support personal api key/i.test(error.detail ?? "")) {
    return createProblem(
      "This server does not allow this with an API key",
      `Personal API keys are refused for this action; only a signed-in person can do it on the server itself.${quoteServer(error)}`,
      false,
    );
  }
  // Not every refusal that names a project is about access to it: "You can't explicitly add yourself to projects."
  if (/access to the (requested )?project/i.test(error.detail ?? "")) {
    return createProblem(
      "The key has no access to this project",
      `Pick another project, or connect with a key that may use this one.${quoteServer(error)}`,
      false,
    );
  }
  return createProblem(
    "The server does not allow this",
    `The key or its owner may not do this.${quoteServer(error)}`,
    false,
  );
}

function describeMissing(error: HttpError): Problem {
  if (error.detail === "Endpoint not found.") {
    return createProblem(
      "This server does not have this feature",
      "The address is unknown to it: it is an older or newer version, or it serves this under the other path prefix. Change “Path prefix” under Connect and try again.",
      false,
    );
  }
  if (error.detail === "Project not found.") {
    return createProblem(
      "There is no such project",
      "The id may be mistyped, or the key may not see the project.",
      false,
    );
  }
  if (error.detail === null) {
    return createProblem(
      "Nothing was found at this address",
      "The answer does not come from the API. Check the server's address and the path prefix under Connect.",
      false,
    );
  }
  return createProblem("Not found", "It may have been removed, or the link is wrong.", false);
}

function describeThrottled({ retryAfterMs, retryAt }: HttpError): Problem {
  const describeWith = (advice: string) =>
    createProblem("The server asks to slow down", `Too many requests came in. ${advice}`, true);
  if (retryAfterMs === null) return describeWith("Wait a moment and try again.");
  return { ...describeWith(`It asks for ${formatDuration(retryAfterMs)} of rest.`), retryAt: retryAt };
}

const GATEWAY_STATUS: ReadonlySet<number> = new Set([502, 503, 504]);

function describeServerError(error: HttpError): Problem {
  const isGateway = GATEWAY_STATUS.has(error.status);
  const title = isGateway ? "The server is not available" : "The server failed";
  const meaning = isGateway
    ? `It answered ${error.status}: it may be restarting or overloaded.`
    : `It answered ${error.status}: a fault on its side.${quoteServer(error)}`;
  const advice = error.isMutation
    ? MAY_HAVE_SUCCEEDED
    : isGateway
      ? "Try again in a moment."
      : "Try again; if it stays, tell whoever runs the server.";
  return createProblem(title, `${meaning} ${advice}`, !error.isMutation);
}

/** What a refusal means, by its status and the server's words. */
export function describeHttpError(error: HttpError): Problem {
  if (error.status >= 500) return describeServerError(error);
  switch (error.status) {
    case 400:
      return createProblem(
        "The server did not accept this",
        stripInvisible(error.detail ?? "It gave no reason."),
        false,
      );
    case 401:
      return createProblem(
        "The server does not accept the key",
        `It may have been rolled or deleted. Enter a valid one under Connect.${quoteServer(error)}`,
        false,
      );
    case 402:
      return createProblem(
        "This is a paid feature on this server",
        `The organisation's plan does not include it.${quoteServer(error)}`,
        false,
      );
    case 403:
      return describeForbidden(error);
    case 404:
      return describeMissing(error);
    case 405:
      return createProblem(
        "The server does not support this action",
        `It refused the method.${quoteServer(error)}`,
        false,
      );
    case 409:
      return createProblem(
        "Somebody changed this meanwhile",
        `Load it again to see how it stands now, then repeat your change.${quoteServer(error)}`,
        true,
      );
    case 429:
      return describeThrottled(error);
    default:
      return createProblem(
        `The server answered ${error.status}`,
        `It did not do what was asked.${quoteServer(error)}`,
        false,
      );
  }
}
