import { endpoints } from "@/contract/endpoints";
import type { DemoFault } from "./backend";

/** What the settings offer to go wrong, in words. */
export const FAULT_CHOICES = [
  { value: "network", label: "Connection lost" },
  { value: "lost-answer", label: "Done, but the answer is lost" },
  { value: "timeout", label: "No answer at all" },
  { value: "400", label: "400 refused input" },
  { value: "401", label: "401 key not accepted" },
  { value: "402", label: "402 paid feature" },
  { value: "403", label: "403 not allowed" },
  { value: "scope", label: "403 key lacks the scope" },
  { value: "404", label: "404 not found" },
  { value: "405", label: "405 method not allowed" },
  { value: "409", label: "409 conflict" },
  { value: "429", label: "429 too many requests" },
  { value: "500", label: "500 server error" },
  { value: "502", label: "502 gateway page" },
  { value: "503", label: "503 not available" },
  { value: "html", label: "A web page instead of data" },
  { value: "malformed", label: "Broken JSON" },
  { value: "wrong-shape", label: "JSON of another shape" },
  { value: "truncated", label: "Half an answer" },
  { value: "empty", label: "Empty answer" },
] as const;

/** How slow the demo can be made, in ms. */
export const LATENCY_CHOICES = [
  { value: "0", label: "No delay" },
  { value: "300", label: "0.3 seconds" },
  { value: "1000", label: "1 second" },
  { value: "5000", label: "5 seconds" },
] as const;

/** Endpoints a fault can hit: every one, or one by name. */
export const ENDPOINT_CHOICES = [
  { value: "*", label: "Everything" },
  ...Object.keys(endpoints).map((id) => ({ value: id, label: id })),
];

/** The fault of a choice. */
export function toFault(endpoint: string, choice: string): DemoFault {
  const status = Number(choice);
  if (Number.isInteger(status)) return { endpoint, kind: "status", status };
  return choice === "scope" ? { endpoint, kind: "scope", scopes: ["*"] } : { endpoint, kind: choice };
}

/** A fault in words. */
export function faultWords(fault: DemoFault): string {
  const choice = fault.status === undefined ? fault.kind : String(fault.status);
  const what = FAULT_CHOICES.find(({ value }) => value === choice)?.label ?? choice;
  return `${what} · ${fault.endpoint === "*" ? "everything" : fault.endpoint}`;
}

/** The delay of every answer, in ms. */
export function latencyOf(faults: readonly DemoFault[]): number {
  return faults.find(isLatency)?.latencyMs ?? 0;
}

/** True for the entry that only makes answers late. */
export function isLatency(fault: DemoFault): boolean {
  return fault.kind === "latency";
}

/** The faults with another delay. */
export function withLatency(faults: readonly DemoFault[], ms: number): readonly DemoFault[] {
  const others = faults.filter((fault) => !isLatency(fault));
  return ms > 0 ? [...others, { endpoint: "*", kind: "latency", latencyMs: ms }] : others;
}
