import type { ApiKey } from "@/emulator/backend/backend";
import { fail } from "@/emulator/request/errors";

/**
 * For endpoints whose scope the contract does not name: any key with some scope may call them; one without scopes
 * is answered as servers answer that keep the endpoint to their own pages (upstream-facts, Sessions).
 */
export function requireAnyScope(key: ApiKey): void {
  if (key.scopes.length === 0) fail.permissionDenied("This action does not support Personal API Key access");
}

/** As `requireAnyScope`, for endpoints that servers mostly refuse to keys: only `*` is enough. */
export function requireEveryScope(key: ApiKey): void {
  if (!key.scopes.includes("*"))
    fail.permissionDenied("This action does not support Personal API Key access");
}
