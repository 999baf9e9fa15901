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
          title: "“All pages” isn't supported",
          detail: `This server returns web vitals for single paths only. Add paths to the board instead. Server response: “${error.detail ?? ""}”`,
          canRetry: false,
        }
      : {
          title: "The server rejected this path",
          detail: `Remove it, then add it exactly as it appears in the page's URL. Server response: “${error.detail ?? ""}”`,
          canRetry: false,
        };
  }
  if (error.status === 401 && !error.isAboutKey) {
    return {
      title: "The server blocks web vitals for other origins",
      detail:
        "Some server versions from 2025 do this. Update the server, or connect through a proxy on Environs' own address that removes the Origin header.",
      canRetry: false,
    };
  }
  if (error.status === 500 && /calculate web vitals/i.test(error.detail ?? "")) {
    return {
      title: "The server couldn't compute these web vitals",
      detail: `Try again, or contact your administrator if it keeps failing. Server response: “${error.detail ?? ""}”`,
      canRetry: true,
    };
  }
  return null;
}
