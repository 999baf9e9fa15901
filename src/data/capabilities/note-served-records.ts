import type { Api } from "@/data/backend/backend";
import {
  currentCapabilities,
  discoverCapabilities,
  measureClockRules,
  storeCapabilities,
} from "./capabilities";

/**
 * Stores the capabilities that loaded records prove. Removes all stored capabilities if no record
 * has a newer field.
 */
export function noteServedRecords(api: Api, records: readonly object[]): void {
  if (records.length === 0) return;
  const found = discoverCapabilities(records);
  const known = currentCapabilities(api);
  const names = found.size === 0 ? [] : [...new Set([...known, ...found, ...measureClockRules(records)])];
  if (names.length !== known.length) storeCapabilities(api, names);
}
