import * as z from "zod/mini";
import { defineSetting } from "./local-storage";

const DAY_MS = 86_400_000;

/** Capabilities expire after a day, because a server may be updated. Times are in ms since 1970. */
const capabilities = defineSetting("capabilities", z.object({ at: z.number(), names: z.array(z.string()) }), {
  at: 0,
  names: [],
});

/** Returns the names of the connection's capabilities that were found within the last day. */
export function readCapabilities(connectionId: string): readonly string[] {
  const { at, names } = capabilities.read(connectionId);
  return Date.now() - at < DAY_MS ? names : [];
}

/** Stores capabilities. Ignores storage errors, because the next loaded records prove the capabilities again. */
export function writeCapabilities(connectionId: string, names: readonly string[]): void {
  capabilities.write(connectionId, names.length === 0 ? null : { at: Date.now(), names: [...names] });
}

/**
 * Whether the server saves without sending when a request asks for it (`send_test_now: false`). `proven`: it did.
 * `broken`: it sent a delivery anyway.
 */
export type QuietSaves = "proven" | "broken" | "unknown";

const QUIET_SAVES_MAX_AGE_MS = 7 * DAY_MS;
const quietSaves = defineSetting<{ readonly at: number; readonly state: QuietSaves }>(
  "quiet-saves",
  z.object({ at: z.number(), state: z.enum(["proven", "broken", "unknown"]) }),
  { at: 0, state: "unknown" },
);

/** Returns what the last seven days showed. Stored apart from the capabilities, which expire sooner. */
export function readQuietSaves(connectionId: string): QuietSaves {
  const { at, state } = quietSaves.read(connectionId);
  return Date.now() - at < QUIET_SAVES_MAX_AGE_MS ? state : "unknown";
}

/** Ignores storage errors. The state then stays unknown. */
export function writeQuietSaves(connectionId: string, state: QuietSaves): void {
  quietSaves.write(connectionId, state === "unknown" ? null : { at: Date.now(), state });
}

const text = z.nullable(z.string());
const refusalSchema = z.object({
  /** In ms since 1970. A refusal expires after a day, because the server or the key's scopes may change. */
  at: z.number(),
  status: z.int(),
  body: z.object({ type: text, code: text, detail: text, attr: text }),
});
export type StoredRefusals = Readonly<Record<string, z.output<typeof refusalSchema>>>;
const refusals = defineSetting<StoredRefusals>("refusals", z.record(z.string(), refusalSchema), {});

/** Returns the responses of the endpoints that refused a request within the last day, by endpoint. */
export function readRefusals(connectionId: string): StoredRefusals {
  const all = Object.entries(refusals.read(connectionId));
  return Object.fromEntries(all.filter(([, { at }]) => Date.now() - at < DAY_MS));
}

/** Stores a refusal. Ignores storage errors, because the endpoint then refuses again. */
export function storeRefusal(connectionId: string, name: string, refusal: StoredRefusals[string]): void {
  refusals.write(connectionId, { ...readRefusals(connectionId), [name]: refusal });
}

export function forgetRefusals(connectionId: string): void {
  refusals.write(connectionId, null);
}
