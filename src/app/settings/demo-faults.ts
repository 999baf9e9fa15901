import type { DemoFault } from "@/app/connection/backend";
import { endpoints } from "@/contract/endpoints";

export const GENERATION_OPTIONS = ["2024", "2025", "2026"].map((value) => ({ value, label: value }));

export const FAULT_OPTIONS = [
  { value: "late 1000", label: "1-second delay" },
  { value: "late 5000", label: "5-second delay" },
  { value: "network", label: "Connection lost" },
  { value: "lost-answer", label: "Saved, but the response is lost" },
  { value: "timeout", label: "No response" },
  { value: "400", label: "400 invalid input" },
  { value: "401", label: "401 key rejected" },
  { value: "402", label: "402 paid feature" },
  { value: "403", label: "403 not allowed" },
  { value: "scope", label: "403 missing scope" },
  { value: "404", label: "404 not found" },
  { value: "405", label: "405 method not allowed" },
  { value: "409", label: "409 conflict" },
  { value: "429", label: "429 too many requests" },
  { value: "500", label: "500 server error" },
  { value: "502", label: "502 gateway page" },
  { value: "503", label: "503 unavailable" },
  { value: "html", label: "A web page instead of data" },
  { value: "malformed", label: "Broken JSON" },
  { value: "wrong-shape", label: "Unknown JSON format" },
  { value: "truncated", label: "Truncated response" },
  { value: "empty", label: "Empty response" },
  { value: "removed", label: "404 unsupported feature" },
  { value: "open-project", label: "400 project open to everyone" },
  { value: "blocks", label: "Response only when export is ready" },
  { value: "behind 500", label: "500 error after the first page" },
  { value: "limit-cap 10", label: "At most 10 rows per page" },
  { value: "repeat-rows", label: "Pages that repeat and skip rows" },
  { value: "wrong-count 500", label: "Row count too high by 500" },
  { value: "wrong-count -50", label: "Row count too low by 50" },
  { value: "list-form envelope", label: "Members and values in an envelope" },
  { value: "list-form single", label: "Members and values as a single object" },
  { value: "list-form bare", label: "Session properties without an envelope" },
  { value: "member-level", label: "Members with an unknown level" },
  { value: "member-left", label: "Members who left" },
  { value: "vital-series daily", label: "Web vitals by day" },
  { value: "vital-series reversed", label: "Web vitals newest first" },
  { value: "vital-series p75", label: "Web vitals, 75th percentile" },
  { value: "vital-series unknown-metric", label: "Web vitals with an unknown metric" },
  { value: "vital-series unread", label: "Web vitals with an unreadable series" },
  { value: "vital-series all-pages", label: "Web vitals for all pages" },
  { value: "file-broken-off", label: "Download interrupted" },
  { value: "file-length", label: "Wrong file length" },
  { value: "file-type", label: "Files served as web pages" },
  { value: "file-large", label: "500 MB file" },
  { value: "file-name", label: "Malicious file names" },
] as const;

/** Response delays in ms. */
export const LATENCY_OPTIONS = [
  { value: "0", label: "No delay" },
  { value: "300", label: "0.3 seconds" },
  { value: "1000", label: "1 second" },
  { value: "5000", label: "5 seconds" },
] as const;

export const ENDPOINT_OPTIONS = [
  { value: "*", label: "All endpoints" },
  ...Object.keys(endpoints).map((id) => ({ value: id, label: id })),
];

const ERROR_RESPONSES: readonly (readonly [choice: string, status: number, detail: string])[] = [
  ["removed", 404, "Endpoint not found."],
  [
    "open-project",
    400,
    "Explicit members can only be accessed for projects with project-based permissioning enabled.",
  ],
];

export function parseFaultOption(endpoint: string, option: string): DemoFault {
  const [kind = option, amount] = option.split(" ");
  const number = Number(amount);
  if (kind === "late") return { endpoint, kind: "latency", latencyMs: number };
  if (kind === "behind") return { endpoint, kind: "status", status: number, fromOffset: 1 };
  if (kind === "limit-cap") return { endpoint, kind, limit: number };
  if (kind === "wrong-count") return { endpoint, kind, by: number };
  if (kind === "list-form" || kind === "vital-series") return { endpoint, kind, form: amount ?? "bare" };
  const errorResponse = ERROR_RESPONSES.find(([name]) => name === option);
  if (errorResponse) return { endpoint, kind: "status", status: errorResponse[1], detail: errorResponse[2] };
  if (option === "scope") return { endpoint, kind: "scope", scopes: ["*"] };
  const status = Number(option);
  return Number.isInteger(status) ? { endpoint, kind: "status", status } : { endpoint, kind: option };
}

function toFaultOption({ kind, status, latencyMs, limit, by, fromOffset, detail, form }: DemoFault): string {
  if (kind === "latency") return `late ${latencyMs}`;
  if (kind === "limit-cap") return `${kind} ${limit}`;
  if (kind === "wrong-count") return `${kind} ${by}`;
  if (form !== undefined) return `${kind} ${form}`;
  const errorResponse = ERROR_RESPONSES.find((entry) => entry[2] === detail);
  if (errorResponse) return errorResponse[0];
  if (fromOffset !== undefined) return `behind ${status}`;
  return status === undefined ? kind : String(status);
}

export function formatFault(fault: DemoFault): string {
  const option = toFaultOption(fault);
  const label = FAULT_OPTIONS.find(({ value }) => value === option)?.label ?? option;
  return `${label} · ${fault.endpoint === "*" ? "all endpoints" : fault.endpoint}`;
}

export function isGlobalDelay(fault: DemoFault): boolean {
  return fault.kind === "latency" && fault.endpoint === "*";
}

export function getGlobalDelayMs(faults: readonly DemoFault[]): number {
  return faults.find(isGlobalDelay)?.latencyMs ?? 0;
}

export function replaceGlobalDelay(faults: readonly DemoFault[], delayMs: number): readonly DemoFault[] {
  const others = faults.filter((fault) => !isGlobalDelay(fault));
  return delayMs > 0 ? [...others, { endpoint: "*", kind: "latency", latencyMs: delayMs }] : others;
}
