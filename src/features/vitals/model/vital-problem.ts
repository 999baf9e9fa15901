import { describeError, getRawResponse } from "@/api/describe-error";
import { HttpError } from "@/api/errors";
import { isEndpointMissing } from "@/data/client/path-prefix";
import type { Problem } from "@/lib/text/problem";

export interface VitalFailure {
  readonly problem: Problem;
  /** Response body when parsing failed, otherwise undefined. */
  readonly raw: unknown;
}

/**
 * Describes a failed web vitals request.
 * @param pathname null for all pages
 */
export function describeVitalFailure(error: unknown, pathname: string | null): VitalFailure {
  const vitalProblem = error instanceof HttpError ? describeVitalHttpError(error, pathname) : null;
  return { problem: vitalProblem ?? describeError(error), raw: getRawResponse(error) };
}

/**
 * Describes errors that are specific to web vitals. Null for others.
 * @param pathname null for all pages
 */
function describeVitalHttpError(error: HttpError, pathname: string | null): Problem | null {
  const response = `Server response: “${error.detail ?? ""}”`;
  if (error.status === 400 && error.attr === "pathname") {
    return pathname === null
      ? {
          title: "“All pages” isn't supported",
          detail: `This server returns web vitals for single paths only. Add paths to the board instead. ${response}`,
          canRetry: false,
        }
      : {
          title: "The server rejected this path",
          detail: `Remove it, then add it exactly as it appears in the page's URL. ${response}`,
          canRetry: false,
        };
  }
  if (isEndpointMissing(error)) {
    return {
      title: "Web vitals aren't available on this server",
      detail: "This server has no API endpoint for web vitals.",
      canRetry: false,
    };
  }
  if (error.status === 401 && !error.isAboutKey) {
    return {
      title: "The server blocks cross-origin requests for web vitals",
      detail:
        "Some server versions from 2025 do this. Update the server, or connect through a same-origin proxy that removes the Origin header.",
      canRetry: false,
    };
  }
  if (error.status === 500 && /calculate web vitals/i.test(error.detail ?? "")) {
    return {
      title: "The server couldn't compute these web vitals",
      detail: `Try again, or contact your administrator if this continues. ${response}`,
      canRetry: true,
    };
  }
  return null;
}
