import { describeError, getRawResponse } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Problem } from "@/lib/text/problem";

/** Why there is an error in place of vitals. */
export interface VitalFailure {
  readonly problem: Problem;
  /** What the server sent, where it could not be read; undefined where there is nothing to show. */
  readonly raw: unknown;
}

/** A failed request for vitals in words: what happened, what it means, what to do. @param pathname null for all pages */
export function describeVitalFailure(error: unknown, pathname: string | null): VitalFailure {
  return { problem: problemFor(error, pathname), raw: getRawResponse(error) };
}

function problemFor(error: unknown, pathname: string | null): Problem {
  if (error instanceof HttpError) return problemForRefusal(error, pathname) ?? describeError(error);
  return describeError(error);
}

function problemForRefusal(error: HttpError, pathname: string | null): Problem | null {
  if (error.status === 400 && error.attr === "pathname") {
    return pathname === null
      ? {
          title: "This server gives vitals for single paths only",
          detail: `It wants to be told one path, so there is no figure for all pages together. It says: “${error.detail ?? ""}” Add the paths that matter to the board.`,
          canRetry: false,
        }
      : {
          title: "The server does not accept this path",
          detail: `It says: “${error.detail ?? ""}” Take the path off the board, and add it as it stands in the page's address.`,
          canRetry: false,
        };
  }
  if (error.status === 401 && !error.isAboutKey) {
    return {
      title: "The server refuses web vitals to a page of another address",
      detail:
        "The key is not the matter. Some servers of 2025 answer only where no other origin asks. Reach it through a proxy at Environs' own address that leaves out the Origin header, or use a newer server.",
      canRetry: false,
    };
  }
  if (error.status === 500 && /calculate web vitals/i.test(error.detail ?? "")) {
    return {
      title: "The server could not compute these vitals",
      detail: `It says: “${error.detail ?? ""}” Other paths are not touched by that. Try again in a moment; if it stays, tell whoever runs the server.`,
      canRetry: true,
    };
  }
  return null;
}
