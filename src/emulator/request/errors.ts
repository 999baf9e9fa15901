/**
 * Body of an error response. `attr` names the invalid field or is null (upstream-facts,
 * Everywhere).
 */
export interface ErrorBody {
  readonly type:
    | "validation_error"
    | "authentication_error"
    | "invalid_request"
    | "throttled_error"
    | "server_error";
  readonly code: string;
  readonly detail: string;
  readonly attr: string | null;
}

/** Thrown by a handler to respond with an error. A null `body` leaves the response empty. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    readonly body: ErrorBody | null,
  ) {
    super(`${status} ${body?.detail ?? ""}`);
  }
}

function throwApiError(
  status: number,
  body: Omit<ErrorBody, "attr"> & { readonly attr?: string | null },
): never {
  throw new ApiError(status, {
    type: body.type,
    code: body.code,
    detail: body.detail,
    attr: body.attr ?? null,
  });
}

function throwValidationError(code: string, detail: string, attr: string | null): never {
  throwApiError(400, { type: "validation_error", code, detail, attr });
}

function throwUnauthenticated(code: string, detail: string, status = 401): never {
  throwApiError(status, { type: "authentication_error", code, detail });
}

/** The error table in upstream-facts, by name. Each function throws. */
export const fail = {
  required: (attr: string): never => throwValidationError("required", "This field is required.", attr),
  blank: (attr: string): never => throwValidationError("blank", "This field may not be blank.", attr),
  null: (attr: string): never => throwValidationError("null", "This field may not be null.", attr),
  invalidChoice: (attr: string, choice: unknown): never =>
    throwValidationError("invalid_choice", `"${String(choice)}" is not a valid choice.`, attr),
  /** 400 with another code of Django REST framework. */
  invalid: throwValidationError,
  /** 400 with the code `invalid_input`. `detail` explains the error. */
  invalidInput: (detail: string, attr: string | null = null): never =>
    throwValidationError("invalid_input", detail, attr),
  parseError: (detail: string): never =>
    throwApiError(400, { type: "invalid_request", code: "parse_error", detail }),
  notAcceptable: (): never =>
    throwApiError(406, {
      type: "invalid_request",
      code: "not_acceptable",
      detail: "Could not satisfy the request Accept header.",
    }),
  unsupportedMediaType: (mediaType: string): never =>
    throwApiError(415, {
      type: "invalid_request",
      code: "unsupported_media_type",
      detail: `Unsupported media type "${mediaType}" in request.`,
    }),
  /** 401 without a bearer key. */
  notAuthenticated: (): never =>
    throwUnauthenticated("not_authenticated", "Authentication credentials were not provided."),
  /** 401 with an unknown key. Some endpoints respond with 403 instead. */
  authenticationFailed: (status: 401 | 403 = 401): never =>
    throwUnauthenticated(
      "authentication_failed",
      "Personal API key found in request Authorization header is invalid.",
      status,
    ),
  paymentRequired: (detail = "This feature is not part of the current plan."): never =>
    throwApiError(402, { type: "server_error", code: "payment_required", detail }),
  /** 403. `detail` is the server's text. */
  permissionDenied: (detail: string): never =>
    throwApiError(403, { type: "authentication_error", code: "permission_denied", detail }),
  missingScope: (scope: string): never => fail.permissionDenied(`API key missing required scope '${scope}'`),
  /** 404. `detail` is the server's text. */
  notFound: (detail = "Not found."): never =>
    throwApiError(404, { type: "invalid_request", code: "not_found", detail }),
  methodNotAllowed: (method: string): never =>
    throwApiError(405, {
      type: "invalid_request",
      code: "method_not_allowed",
      detail: `Method "${method}" not allowed.`,
    }),
  /** 405 with an empty body, which servers send for DELETE requests to a subscription. */
  emptyMethodNotAllowed: (): never => {
    throw new ApiError(405, null);
  },
  throttled: (seconds: number): never =>
    throwApiError(429, {
      type: "throttled_error",
      code: "throttled",
      detail: `Request was throttled. Expected available in ${seconds} seconds.`,
    }),
  serverError: (status: 500 | 503 | 504 | 512 = 500): never =>
    throwApiError(status, { type: "server_error", code: "error", detail: "A server error occurred." }),
};

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

export function toErrorResponse(error: ApiError): Response {
  if (error.body === null) return new Response(null, { status: error.status });
  return json(error.body, error.status);
}
