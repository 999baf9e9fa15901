/** A response from a server or proxy that replaces the expected one, and the resulting message. */
export interface Fault {
  readonly name: string;
  readonly title: string;
  /** Part of the explanation. Needed when several faults share a title. */
  readonly detail?: string;
  /** Whether a failed read offers a retry. */
  readonly canRetry: boolean;
  readonly isOutcomeUnknown: boolean;
  readonly attempts: number;
  /** Whether the browser reports that it is offline. */
  readonly isOffline?: boolean;
  /** Creates the response. If undefined, the server never responds. */
  readonly answer?: () => Response;
}

const REFUSED = { canRetry: false, isOutcomeUnknown: false, attempts: 1 };
const TRANSIENT = { canRetry: true, isOutcomeUnknown: false, attempts: 1 };
const OUTCOME_UNKNOWN = { canRetry: true, isOutcomeUnknown: true, attempts: 1 };
/** Temporary failures. The app attempts a read four times in total. */
const REPEATED = { canRetry: true, isOutcomeUnknown: true, attempts: 4 };

const HTML = "<!doctype html><html><head><title>Gateway</title></head><body><h1>Sorry</h1></body></html>";

function error(status: number, type: string, code: string, detail: string, attr: string | null = null) {
  return () => Response.json({ type, code, detail, attr }, { status });
}

function invalid(code: string, detail: string): Fault {
  return {
    name: `400 ${code}`,
    title: "Invalid request",
    detail,
    ...REFUSED,
    answer: error(400, "validation_error", code, detail),
  };
}

function text(status: number, body: string | null, headers: Record<string, string> = {}) {
  return () => new Response(body, { status, headers });
}

/** Creates a fault with a success response that can't be parsed. */
function unreadable(name: string, title: string, detail: string, body: string | null, status = 200): Fault {
  return { name, title, detail, ...OUTCOME_UNKNOWN, answer: text(status, body) };
}

/** Creates a response with many parts. With `isTruncated`, the connection is lost after the last part. */
function streamParts(part: string, parts: number, isTruncated: boolean, status = 200): () => Response {
  const bytes = new TextEncoder().encode(part);
  return () => {
    let sent = 0;
    return new Response(
      new ReadableStream({
        pull(controller) {
          sent += 1;
          if (sent <= parts) controller.enqueue(bytes);
          else if (isTruncated) controller.error(new TypeError("terminated"));
          else controller.close();
        },
      }),
      { status },
    );
  };
}

const MEGABYTE = "x".repeat(1_000_000);

function connectionLost(): Response {
  throw new TypeError("Failed to fetch");
}

/** All known statuses and messages of servers (upstream-facts), and failures of proxies and networks. */
export const FAULTS: readonly Fault[] = [
  // The error code doesn't matter, because the app shows the detail.
  invalid("required", "This field is required."),
  invalid("does_not_exist", 'Invalid pk "54321" - object does not exist.'),
  {
    name: "400 for an unknown field",
    title: "Invalid request",
    detail: "No such color.",
    ...REFUSED,
    answer: error(400, "validation_error", "invalid_choice", "No such color.", "color__0"),
  },
  {
    name: "400 with non_field_errors",
    title: "Invalid request",
    detail: "Not like this.",
    ...REFUSED,
    answer: () => Response.json({ non_field_errors: ["Not like this."] }, { status: 400 }),
  },
  {
    name: "400 without detail",
    title: "Invalid request",
    detail: "The server gave no reason.",
    ...REFUSED,
    answer: text(400, ""),
  },
  {
    name: "401 for temporary tokens",
    title: "The API key was rejected",
    detail: "No temporary_token set.",
    ...REFUSED,
    answer: error(
      401,
      "authentication_error",
      "authentication_failed",
      "No temporary_token set. Ask for one.",
    ),
  },
  {
    name: "402",
    title: "Paid feature",
    ...REFUSED,
    answer: error(402, "server_error", "payment_required", "Upgrade first."),
  },
  {
    name: "403 for a scope",
    title: "The API key is missing the scope storm:read",
    ...REFUSED,
    answer: error(
      403,
      "authentication_error",
      "permission_denied",
      "API key missing required scope 'storm:read'",
    ),
  },
  {
    name: "403 for keys",
    title: "Not available with an API key",
    ...REFUSED,
    answer: error(
      403,
      "authentication_error",
      "permission_denied",
      "This action does not support Personal API Key access",
    ),
  },
  {
    name: "403 for another project",
    title: "The API key can't access this project",
    ...REFUSED,
    answer: error(
      403,
      "authentication_error",
      "permission_denied",
      "API key does not have access to the requested project: ID 2.",
    ),
  },
  {
    name: "403 for the project",
    title: "The API key can't access this project",
    ...REFUSED,
    answer: error(403, "authentication_error", "permission_denied", "You don't have access to the project."),
  },
  {
    name: "403 for the member",
    title: "Permission denied",
    detail: "You don't have sufficient permissions in the project.",
    ...REFUSED,
    answer: error(
      403,
      "authentication_error",
      "permission_denied",
      "You don't have sufficient permissions in the project.",
    ),
  },
  {
    name: "403 with a body of 10 MB",
    title: "Permission denied",
    ...REFUSED,
    answer: streamParts(MEGABYTE, 10, false, 403),
  },
  {
    name: "404 for the record",
    title: "Not found",
    ...REFUSED,
    answer: error(404, "invalid_request", "not_found", "Not found."),
  },
  {
    name: "404 for the project",
    title: "Project not found",
    ...REFUSED,
    answer: error(404, "invalid_request", "not_found", "Project not found."),
  },
  {
    name: "404 for the endpoint",
    title: "Not supported by this server",
    ...REFUSED,
    answer: error(404, "invalid_request", "not_found", "Endpoint not found."),
  },
  {
    name: "404 HTML page",
    title: "API not found",
    ...REFUSED,
    answer: text(404, HTML, { "Content-Type": "text/html" }),
  },
  {
    name: "405 without body",
    title: "Action not supported",
    ...REFUSED,
    answer: text(405, null),
  },
  {
    name: "405",
    title: "Action not supported",
    detail: 'Method "x" not allowed.',
    ...REFUSED,
    answer: error(405, "invalid_request", "method_not_allowed", 'Method "x" not allowed.'),
  },
  {
    name: "409",
    title: "Someone else changed this record",
    ...TRANSIENT,
    answer: error(409, "invalid_request", "conflict", "Changed."),
  },
  { name: "410", title: "The server returned 410", ...REFUSED, answer: text(410, HTML) },
  { name: "413", title: "The server returned 413", ...REFUSED, answer: text(413, HTML) },
  {
    name: "415",
    title: "The server returned 415",
    detail: "Unsupported media type.",
    ...REFUSED,
    answer: error(415, "invalid_request", "unsupported_media_type", "Unsupported media type."),
  },
  {
    name: "400 with a body of 10 MB",
    title: "Invalid request",
    detail: "The server gave no reason.",
    ...REFUSED,
    answer: streamParts(`{"detail":"${MEGABYTE}`, 10, false, 400),
  },
  {
    name: "400 with a detail of 500 kB",
    title: "Invalid request",
    detail: "x".repeat(400),
    ...REFUSED,
    answer: () => Response.json({ detail: MEGABYTE.slice(0, 500_000) }, { status: 400 }),
  },
  {
    name: "500",
    title: "Server error",
    ...REPEATED,
    answer: error(500, "server_error", "error", "A server error occurred."),
  },
  { name: "500 HTML page", title: "Server error", ...REPEATED, answer: text(500, HTML) },
  { name: "502", title: "Server unavailable", ...REPEATED, answer: text(502, HTML) },
  {
    name: "503",
    title: "Server unavailable",
    ...REPEATED,
    answer: error(503, "server_error", "error", "A server error occurred."),
  },
  { name: "504", title: "Server unavailable", detail: "504", ...REPEATED, answer: text(504, "") },
  { name: "520", title: "Server error", detail: "520", ...OUTCOME_UNKNOWN, answer: text(520, HTML) },
  {
    name: "a redirect",
    title: "The server redirected the request",
    ...REFUSED,
    answer: text(302, null, { Location: "https://elsewhere.example/" }),
  },
  { name: "connection lost", title: "Couldn't reach the server", ...REPEATED, answer: connectionLost },
  {
    name: "body cut off",
    title: "Connection lost",
    ...REPEATED,
    answer: streamParts('{"count": 1, "results": [', 1, true),
  },
  { name: "timeout", title: "Request timed out", ...OUTCOME_UNKNOWN },
  unreadable("HTML page", "Unexpected response", "HTML page", HTML),
  unreadable("empty body", "Unexpected response", "empty", ""),
  unreadable("204", "Unexpected response", "empty", null, 204),
  unreadable("whitespace", "Unexpected response", "empty", " \n"),
  unreadable("plain text", "Unexpected response", "isn't valid JSON", "It works!"),
  unreadable("truncated body", "Incomplete response", "cut off", '{"count":1,"results":[{"id":'),
  unreadable("malformed body", "Incomplete response", "invalid JSON", '{"id": 1, "title": "x" "y"}'),
  unreadable("wrong shape", "Unknown response format", "may not support this server", '{"unexpected": true}'),
  unreadable("null", "Unknown response format", "may not support this server", "null"),
  unreadable("a number", "Unknown response format", "may not support this server", "42"),
  {
    name: "endless body",
    title: "Response too large",
    detail: "32 MB",
    ...OUTCOME_UNKNOWN,
    answer: streamParts(`{"x":"${MEGABYTE}",`, 50, false),
  },
  // The 429s come last, because their cooldown can delay later reads of the page.
  {
    name: "429 without a time",
    title: "Too many requests",
    detail: "Wait a moment",
    ...TRANSIENT,
    attempts: 4,
    answer: text(429, HTML),
  },
  {
    name: "429 with seconds in detail",
    title: "Too many requests",
    detail: "1 minute 30 seconds",
    ...TRANSIENT,
    answer: error(
      429,
      "throttled_error",
      "throttled",
      "Request was throttled. Expected available in 90 seconds.",
    ),
  },
  {
    name: "429 with Retry-After",
    title: "Too many requests",
    detail: "2 minutes",
    ...TRANSIENT,
    answer: text(429, "", { "Retry-After": "120" }),
  },
];

/**
 * Names of faults in the body of a success response. They don't apply to endpoints whose success
 * response has no body.
 */
export const INVALID_BODIES: readonly string[] = [
  "empty body",
  "204",
  "whitespace",
  "plain text",
  "truncated body",
  "malformed body",
  "wrong shape",
  "null",
  "a number",
  "endless body",
];

export const OFFLINE: Fault = {
  name: "offline",
  title: "You're offline",
  ...REPEATED,
  isOffline: true,
  answer: connectionLost,
};
