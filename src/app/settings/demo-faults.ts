import type { DemoProfile, DemoScenario } from "@/app/connection/backend";
import { endpoints } from "@/contract/endpoints";

export const PROFILE_OPTIONS: readonly { readonly value: DemoProfile; readonly label: string }[] = [
  { value: "contract", label: "2025" },
  { value: "newer", label: "2026" },
];

/** Names and labels of the mocks' scenarios. */
export const SCENARIO_OPTIONS = [
  { value: "slow", label: "2-second delay" },
  { value: "offline", label: "Connection lost" },
  { value: "lost-answer", label: "Saved, but the response is lost" },
  { value: "server-error", label: "500 server error" },
  { value: "rejected-key", label: "401 key rejected" },
  { value: "sign-in-page", label: "401 sign-in page" },
  { value: "missing-scope", label: "403 missing scope" },
  { value: "not-found", label: "404 unsupported feature" },
  { value: "throttled", label: "429 too many requests" },
  { value: "throttled-by-proxy", label: "429 from a proxy" },
  { value: "cut-off", label: "Truncated response" },
  { value: "malformed-record", label: "Unreadable record" },
  { value: "empty", label: "No records" },
] as const;

export const ENDPOINT_OPTIONS = [
  { value: "*", label: "All endpoints" },
  ...Object.keys(endpoints).map((id) => ({ value: id, label: id })),
];

export function formatScenario({ endpoint, name }: DemoScenario): string {
  const label = SCENARIO_OPTIONS.find(({ value }) => value === name)?.label ?? name;
  return `${label} · ${endpoint === "*" ? "all endpoints" : endpoint}`;
}
