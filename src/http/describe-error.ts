import type { Problem } from "@/lib/problem";
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors";

function problem(title: string, detail: string, canRetry: boolean): Problem {
  return { title, detail, canRetry };
}

/** The server's own words as a sentence of ours, or nothing. */
function quote(error: HttpError): string {
  return error.detail ? ` It says: “${error.detail}”` : "";
}

function describeForbidden(error: HttpError): Problem {
  const scope = error.missingScope;
  if (scope !== null) {
    return problem(
      `The key lacks the scope ${scope}`,
      `The server needs ${scope} for this. Give the personal API key that scope, or connect with another key.`,
      false,
    );
  }
  if (/does not support personal api key/i.test(error.detail ?? "")) {
    return problem(
      "This server does not allow this with an API key",
      `Personal API keys are refused for this action; only a signed-in person can do it on the server itself.${quote(error)}`,
      false,
    );
  }
  // Not every refusal that names a project is about access to it: "You can't explicitly add yourself to projects."
  if (/access to the (requested )?project/i.test(error.detail ?? "")) {
    return problem(
      "The key has no access to this project",
      `Pick another project, or connect with a key that may use this one.${quote(error)}`,
      false,
    );
  }
  return problem(
    "The server does not allow this",
    `The key or its owner may not do this.${quote(error)}`,
    false,
  );
}

function describeMissing(error: HttpError): Problem {
  if (error.detail === "Endpoint not found.") {
    return problem(
      "This server does not have this feature",
      "The address is unknown to it: an older or newer version, or one that uses the other prefix (see Connect).",
      false,
    );
  }
  if (error.detail === "Project not found.") {
    return problem(
      "There is no such project",
      "The id may be mistyped, or the key may not see the project.",
      false,
    );
  }
  if (error.detail === null) {
    return problem(
      "Nothing was found at this address",
      "The answer does not come from the API. The server's address under Connect may be wrong.",
      false,
    );
  }
  return problem("Not found", "It may have been removed, or the link is wrong.", false);
}

function describeThrottled(error: HttpError): Problem {
  const seconds = error.retryAfter === null ? null : Math.ceil(error.retryAfter / 1000);
  const wait = seconds === null ? "a moment" : `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return problem(
    "The server asks to slow down",
    `Too many requests came in. Wait ${wait} and try again.`,
    true,
  );
}

function describeServerFault(error: HttpError): Problem {
  const gateway = [502, 503, 504].includes(error.status);
  return gateway
    ? problem(
        "The server is not available",
        `It answered ${error.status}: it may be restarting or overloaded. Try again in a moment.`,
        true,
      )
    : problem(
        "The server failed",
        `It answered ${error.status}: a fault on its side. Try again; if it stays, tell whoever runs the server.${quote(error)}`,
        true,
      );
}

function describeHttp(error: HttpError): Problem {
  if (error.status >= 500) return describeServerFault(error);
  switch (error.status) {
    case 400:
      return problem("The server did not accept this", error.detail ?? "It gave no reason.", false);
    case 401:
      return problem(
        "The server does not accept the key",
        `It may have been rolled or deleted. Enter a valid one under Connect.${quote(error)}`,
        false,
      );
    case 402:
      return problem(
        "This is a paid feature on this server",
        `The organisation's plan does not include it.${quote(error)}`,
        false,
      );
    case 403:
      return describeForbidden(error);
    case 404:
      return describeMissing(error);
    case 405:
      return problem(
        "The server does not support this action",
        `It refused the method.${quote(error)}`,
        false,
      );
    case 409:
      return problem(
        "Somebody changed this meanwhile",
        `Reload to see the current state, then try again.${quote(error)}`,
        true,
      );
    case 429:
      return describeThrottled(error);
    default:
      return problem(
        `The server answered ${error.status}`,
        `It did not do what was asked.${quote(error)}`,
        false,
      );
  }
}

function describeNetwork(error: NetworkError): Problem {
  switch (error.reason) {
    case "redirect":
      return problem(
        "The server sent the request elsewhere",
        "A redirect is not followed, because the key belongs to the address it was entered for. Check the address under Connect (https, no extra path); a file that is kept elsewhere can be fetched on the server itself.",
        false,
      );
    case "key":
      return problem(
        "The key cannot be sent",
        "It holds a space, a line break or a character that no key has. Copy it again and enter it under Connect.",
        false,
      );
    case "offline":
      return problem(
        "You are offline",
        "The browser reports no network connection. Try again when it is back.",
        true,
      );
    case "broken-off":
      return problem(
        "The connection broke off",
        "The answer stopped in the middle. A change may have been made all the same: look before you repeat it.",
        true,
      );
    default:
      return problem(
        "The server cannot be reached",
        "The network may be down, the address wrong, the certificate invalid, or the server may not allow requests from this page (CORS). The browser does not tell which. A change may have arrived all the same: look before you repeat it.",
        true,
      );
  }
}

function describeContract(error: ContractError): Problem {
  const isText = typeof error.body === "string";
  const first = error.issues[0];
  const difference = first && ` First difference: ${first.path || "the answer"}: ${first.message}.`;
  const where = isText ? ` The answer ${first?.message ?? "is unknown"}.` : (difference ?? "");
  return problem(
    isText ? "The server did not answer with data" : "The answer has an unknown form",
    `${isText ? "A proxy or a login page may stand in between." : "The server may be a version Environs does not know."}${where}`,
    true,
  );
}

/** What happened, what it means and what to do, for any failure. Never contains the key. */
export function describeError(error: unknown): Problem {
  if (error instanceof HttpError) return describeHttp(error);
  if (error instanceof NetworkError) return describeNetwork(error);
  if (error instanceof TimeoutError) {
    return problem(
      "The server did not answer in time",
      `Nothing came within ${Math.round(error.after / 1000)} seconds. It may still be working on it: look before you repeat a change.`,
      true,
    );
  }
  if (error instanceof ContractError) return describeContract(error);
  const words = error instanceof Error ? error.message : String(error);
  return problem("Something went wrong in Environs", `A mistake of ours: ${words}`, true);
}

/** The raw answer behind a failure, for the raw view; undefined when there is none. */
export function rawAnswerOf(error: unknown): unknown {
  return error instanceof ContractError ? error.body : undefined;
}
