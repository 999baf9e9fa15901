import { isMissingCode } from "@/lib/text/chunk-load-error";
import type { Problem } from "@/lib/text/problem";
import { waitWords } from "@/lib/time/format-duration";
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors";
import { describeRefusal, MAY_BE_DONE, problem } from "./http-error-messages";

/** A failure that leaves open what became of the call: a read can be repeated, a write only after a look. */
function unclear(title: string, detail: string, wasWrite: boolean): Problem {
  return problem(title, wasWrite ? `${detail} ${MAY_BE_DONE}` : detail, !wasWrite);
}

function describeNetwork({ reason, wasWrite }: NetworkError): Problem {
  switch (reason) {
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
      return unclear(
        "You are offline",
        `The browser reports no network connection.${wasWrite ? "" : " Try again when it is back."}`,
        wasWrite,
      );
    case "broken-off":
      return unclear("The connection broke off", "The answer stopped in the middle.", wasWrite);
    default:
      return unclear(
        "The server cannot be reached",
        "The browser does not tell why. Check the network, and the address under Connect. Then open the server in a new tab: if nothing comes there either, it is down or its name is unknown; a warning means that its certificate is not valid; if it opens, it does not allow requests from this page (CORS).",
        wasWrite,
      );
  }
}

function describeUnreadable(error: ContractError): Problem {
  const how = error.issues[0]?.message ?? "is unknown";
  if (how.includes("cut off")) {
    return unclear(
      "The answer is incomplete",
      `It ${how}. The connection may have broken off, or something in between has changed it.`,
      error.wasWrite,
    );
  }
  if (how.includes("larger than")) {
    return unclear(
      "The answer is too large",
      `It ${how}, so it was not read to its end. The server may not know how to serve a part of a list, or something in between has changed the answer.`,
      error.wasWrite,
    );
  }
  return unclear(
    "The server did not answer with data",
    `The answer ${how}. A proxy or a sign-in page may stand in between, or the address under Connect is that of a website.`,
    error.wasWrite,
  );
}

function describeContract(error: ContractError): Problem {
  if (typeof error.body === "string") return describeUnreadable(error);
  const first = error.issues[0];
  const difference = first ? ` First difference: ${first.path || "the answer"}: ${first.message}.` : "";
  return unclear(
    "The answer has an unknown form",
    `The server may be a version Environs does not know.${difference}`,
    error.wasWrite,
  );
}

/** What happened, what it means and what to do, for any failure. Never contains the key. */
export function describeError(error: unknown): Problem {
  if (error instanceof HttpError) return describeRefusal(error);
  if (error instanceof NetworkError) return describeNetwork(error);
  if (error instanceof ContractError) return describeContract(error);
  if (error instanceof TimeoutError) {
    const wait = `Nothing came within ${waitWords(error.after)}.`;
    return unclear(
      "The server did not answer in time",
      error.wasWrite ? wait : `${wait} It may be overloaded, or the connection slow.`,
      error.wasWrite,
    );
  }
  if (isMissingCode(error)) {
    return problem(
      "A part of Environs did not arrive",
      "Its code is loaded when it is needed: the connection may be lost, or a newer version was published. Try again, or reload the app.",
      true,
    );
  }
  const words = error instanceof Error ? error.message : String(error);
  return problem("Something went wrong in Environs", `A mistake of ours: ${words}`, true);
}

/** The raw answer behind a failure, for the raw view; undefined when there is none. */
export function rawAnswerOf(error: unknown): unknown {
  return error instanceof ContractError ? error.body : undefined;
}
