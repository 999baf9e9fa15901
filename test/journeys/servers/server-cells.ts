import { GENERATIONS, type Generation } from "@/emulator/backend/generation";

export const KEYS = {
  "all scopes": "phx_demo_all",
  "read-only": "phx_demo_read",
  "one project": "phx_demo_project1",
  "no catalog scopes": "phx_demo_no_names",
  legacy: "phx_demo_legacy",
} as const;

export type KeyKind = keyof typeof KEYS;

export interface ServerCell {
  readonly generation: Generation;
  readonly kind: KeyKind;
}

export const CELLS: readonly ServerCell[] = GENERATIONS.flatMap((generation) =>
  (Object.keys(KEYS) as KeyKind[]).map((kind) => ({ generation, kind })),
);

/**
 * A requirement of a page or change: a scope, every scope (`*`), one of the values below, or null for no requirement.
 */
export type Need = string | null;
export const LEGACY_KEY = "a legacy key";
export const MISSING = "another server";

const NAMES: readonly string[] = ["dashboard:read", "insight:read", "integration:read"];

/** Whether the server and key meet a requirement (server-generations, At a glance). */
export function isGranted({ generation, kind }: ServerCell, need: Need): boolean {
  if (need === MISSING) return false;
  if (need === null) return true;
  if (kind === "legacy") return generation !== "2026";
  if (need === LEGACY_KEY) return false;
  if (kind === "read-only") return need.endsWith(":read");
  if (kind === "no catalog scopes") return need !== "*" && !NAMES.includes(need);
  return true;
}

/** Returns a pattern for the message about an unmet requirement. */
export function refusalPattern(need: Need): RegExp {
  if (need === MISSING) return /Not supported by this server/;
  if (need === LEGACY_KEY || need === "*" || need === null) return /Not available with an API key/;
  return new RegExp(`missing the scope ${need}`);
}
