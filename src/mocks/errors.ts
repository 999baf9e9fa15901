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

function throwError(status: number, code: string, detail: string, attr?: string | null): never {
  throw apiError(status, code, detail, attr);
}

/** The error table in upstream-facts, by name. Each function throws the response. */
export const fail = {
  required: (attr: string): never => throwError(400, "required", "This field is required.", attr),
  blank: (attr: string): never => throwError(400, "blank", "This field may not be blank.", attr),
  null: (attr: string): never => throwError(400, "null", "This field may not be null.", attr),
  invalidChoice: (attr: string, choice: unknown): never =>
    throwError(400, "invalid_choice", `"${String(choice)}" is not a valid choice.`, attr),
  /** 400 with another code of Django REST framework. */
  invalid: (code: string, detail: string, attr: string | null): never => throwError(400, code, detail, attr),
  invalidInput: (detail: string, attr: string | null = null): never =>
    throwError(400, "invalid_input", detail, attr),
  parseError: (detail: string): never => throwError(400, "parse_error", detail),
  notAcceptable: (): never =>
    throwError(406, "not_acceptable", "Could not satisfy the request Accept header."),
  unsupportedMediaType: (mediaType: string): never =>
    throwError(415, "unsupported_media_type", `Unsupported media type "${mediaType}" in request.`),
  /** 401 without a bearer key. */
  notAuthenticated: (): never =>
    throwError(401, "not_authenticated", "Authentication credentials were not provided."),
  /** 401 with an unknown key. Some endpoints respond with 403 instead. */
  authenticationFailed: (status: 401 | 403 = 401): never =>
    throwError(
      status,
      "authentication_failed",
      "Personal API key found in request Authorization header is invalid.",
    ),
  permissionDenied: (detail: string): never => throwError(403, "permission_denied", detail),
  missingScope: (scope: string): never =>
    throwError(403, "permission_denied", `API key missing required scope '${scope}'`),
  notFound: (detail = "Not found."): never => throwError(404, "not_found", detail),
  methodNotAllowed: (method: string): never =>
    throwError(405, "method_not_allowed", `Method "${method}" not allowed.`),
  serverError: (): never => throwError(500, "error", "A server error occurred."),
};
