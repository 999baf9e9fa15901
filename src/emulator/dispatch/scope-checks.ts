import type { ApiKey } from "@/emulator/backend/backend";
import { fail } from "@/emulator/request/errors";

/**
 * Allows any key with a scope, for endpoints whose scope the contract doesn't name. Rejects keys
 * without scopes, as do servers that reserve the endpoint for their own pages (upstream-facts,
 * Sessions).
 */
export function requireAnyScope(key: ApiKey): void {
  if (key.scopes.length === 0) fail.permissionDenied("This action does not support Personal API Key access");
}

/** Rejects every key except legacy keys, which predate scopes. */
export function refuseScopedKeys(key: ApiKey): void {
  if (!key.isLegacy) fail.permissionDenied("This action does not support Personal API Key access");
}

/** Requires the scope `*`, for endpoints that most servers don't open to API keys. */
export function requireEveryScope(key: ApiKey): void {
  if (!key.scopes.includes("*"))
    fail.permissionDenied("This action does not support Personal API Key access");
}
