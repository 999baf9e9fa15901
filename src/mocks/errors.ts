import { HttpResponse } from "msw";

/** Returns the `type` of an error body (upstream-facts, Everywhere). */
function getErrorType(status: number, code: string): string {
  if (status === 400) return code === "parse_error" ? "invalid_request" : "validation_error";
  if (status === 401 || status === 403) return "authentication_error";
  if (status === 429) return "throttled_error";
  return status === 402 || status >= 500 ? "server_error" : "invalid_request";
}

/** Creates an error response. `attr` names the invalid field. */
export function apiError(status: number, code: string, detail: string, attr: string | null = null) {
  return HttpResponse.json({ type: getErrorType(status, code), code, detail, attr }, { status });
}

function throwError(...error: Parameters<typeof apiError>): never {
  throw apiError(...error);
}

export const fail = {
  /** 400 with a code of Django REST framework. */
  invalid: (code: string, detail: string, attr: string | null): never => throwError(400, code, detail, attr),
  invalidInput: (detail: string, attr: string | null = null): never =>
    fail.invalid("invalid_input", detail, attr),
  permissionDenied: (detail: string): never => throwError(403, "permission_denied", detail),
  notFound: (detail = "Not found."): never => throwError(404, "not_found", detail),
  serverError: (): never => throwError(500, "error", "A server error occurred."),
};
