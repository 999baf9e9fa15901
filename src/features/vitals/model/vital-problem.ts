import { describeError, getRawResponse } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Problem } from "@/lib/text/problem";
import { describeVitalHttpError } from "./vital-error-messages";

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
