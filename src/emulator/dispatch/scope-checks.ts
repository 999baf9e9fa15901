import type { ApiKey } from "@/emulator/backend/backend";
import { fail } from "@/emulator/request/errors";

/**
 * For endpoints whose scope the contract does not name: any key with a scope may call them. A key without scopes gets
 * the response of servers that reserve the endpoint for their own pages (upstream-facts, Sessions).
 */
export function requireAnyScope(key: ApiKey): void {
  if (key.scopes.length === 0) fail.permissionDenied("This action does not support Personal API Key access");
}

/** For endpoints that refuse every key with scopes. */
export function refuseScopedKeys(key: ApiKey): void {
  if (!key.isLegacy) fail.permissionDenied("This action does not support Personal API Key access");
}

/** For endpoints that most servers refuse to API keys: requires `*`. */
export function requireEveryScope(key: ApiKey): void {
  if (!key.scopes.includes("*"))
    fail.permissionDenied("This action does not support Personal API Key access");
}
