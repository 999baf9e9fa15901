import * as z from "zod/mini";
import { readStored, writeStored } from "./local-storage";

/** A refusal expires after a day, because the server or the key's scopes may change. */
const MAX_AGE_MS = 86_400_000;

const text = z.nullable(z.string());
const storedRefusals = z.record(
  z.string(),
  z.object({
    /** In ms since 1970. */
    at: z.number(),
    status: z.int(),
    body: z.object({ type: text, code: text, detail: text, attr: text }),
  }),
);
export type StoredRefusals = Readonly<z.output<typeof storedRefusals>>;

function storageKey(connectionId: string): string {
  return `environs.refusals.${connectionId}`;
}

/** Returns the responses of the endpoints that refused a request within the last day, by endpoint. */
export function readRefusals(connectionId: string): StoredRefusals {
  try {
    const all = z.parse(storedRefusals, JSON.parse(readStored(storageKey(connectionId)) ?? "{}"));
    return Object.fromEntries(Object.entries(all).filter(([, { at }]) => Date.now() - at < MAX_AGE_MS));
  } catch {
    return {};
  }
}

/** Stores a refusal. Ignores storage errors, because the endpoint then refuses again. */
export function storeRefusal(connectionId: string, name: string, refusal: StoredRefusals[string]): void {
  writeStored(storageKey(connectionId), JSON.stringify({ ...readRefusals(connectionId), [name]: refusal }));
}

export function forgetRefusals(connectionId: string): void {
  writeStored(storageKey(connectionId), null);
}
