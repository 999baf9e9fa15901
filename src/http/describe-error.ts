import { isChunkLoadError } from "@/lib/text/chunk-load-error";
import type { Problem } from "@/lib/text/problem";
import { formatDuration } from "@/lib/time/format-duration";
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors";
import { createProblem, describeHttpError, MAY_HAVE_SUCCEEDED } from "./http-error-messages";

/** A failure that leaves open what became of the call: a read can be repeated, a write only after a look. */
function describeUnknownOutcome(title: string, detail: string, isMutation: boolean): Problem {
  return createProblem(title, isMutation ? `${detail} ${MAY_HAVE_SUCCEEDED}` : detail, !isMutation);
}

function describeNetwork({ reason, isMutation }: NetworkError): Problem {
  switch (reason) {
    case "redirect":
      return createProblem(
        "The server sent the request elsewhere",
        "A redirect is not followed, because the key belongs to the address it was entered for. Check the address under Connect (https, no extra path); a file that is kept elsewhere can be fetched on the server itself.",
        false,
      );
    case "key":
      return createProblem(
        "The key cannot be sent",
        "It holds a space, a line break or a character that no key has. Copy it again and enter it under Connect.",
        false,
      );
    case "offline":
      return describeUnknownOutcome(
        "You are offline",
        `The browser reports no network connection.${isMutation ? "" : " Try again when it is back."}`,
        isMutation,
      );
    case "broken-off":
      return describeUnknownOutcome(
        "The connection broke off",
        "The answer stopped in the middle.",
        isMutation,
      );
    default:
      return describeUnknownOutcome(
        "The server cannot be reached",
        "The browser does not tell why. Check the network, and the address under Connect. Then open the server in a new tab: if nothing comes there either, it is down or its name is unknown; a warning means that its certificate is not valid; if it opens, it does not allow requests from this page (CORS).",
        isMutation,
      );
  }
}

function describeUnreadable(error: ContractError): Problem {
  const reason = error.issues[0]?.message ?? "is unknown";
  if (reason.includes("cut off")) {
    return describeUnknownOutcome(
      "The answer is incomplete",
      `It ${reason}. The connection may have broken off, or something in between has changed it.`,
      error.isMutation,
    );
  }
  if (reason.includes("larger than")) {
    return describeUnknownOutcome(
      "The answer is too large",
      `It ${reason}, so it was not read to its end. The server may not know how to serve a part of a list, or something in between has changed the answer.`,
      error.isMutation,
    );
  }
  return describeUnknownOutcome(
    "The server did not answer with data",
    `The answer ${reason}. A proxy or a sign-in page may stand in between, or the address under Connect is that of a website.`,
    error.isMutation,
  );
}

function describeContract(error: ContractError): Problem {
  if (typeof error.body === "string") return describeUnreadable(error);
  const first = error.issues[0];
  const difference = first ? ` First difference: ${first.path || "the answer"}: ${first.message}.` : "";
  return describeUnknownOutcome(
    "The answer has an unknown form",
    `The server may be a version Environs does not know.${difference}`,
    error.isMutation,
  );
}

/** What happened, what it means and what to do, for any failure. Never contains the key. */
export function describeError(error: unknown): Problem {
  if (error instanceof HttpError) return describeHttpError(error);
  if (error instanceof NetworkError) return describeNetwork(error);
  if (error instanceof ContractError) return describeContract(error);
  if (error instanceof TimeoutError) {
    const sentence = `Nothing came within ${formatDuration(error.timeoutMs)}.`;
    return describeUnknownOutcome(
      "The server did not answer in time",
      error.isMutation ? sentence : `${sentence} It may be overloaded, or the connection slow.`,
      error.isMutation,
    );
  }
  if (isChunkLoadError(error)) {
    return createProblem(
      "A part of Environs did not arrive",
      "Its code is loaded when it is needed: the connection may be lost, or a newer version was published. Try again, or reload the app.",
      true,
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  return createProblem("Something went wrong in Environs", `A mistake of ours: ${message}`, true);
}

/** The raw answer behind a failure, for the raw view; undefined when there is none. */
export function getRawResponse(error: unknown): unknown {
  return error instanceof ContractError ? error.body : undefined;
}
