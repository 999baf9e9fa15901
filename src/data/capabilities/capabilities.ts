import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { type Api, useApi } from "@/data/backend/backend";
import {
  type QuietSaves,
  storedCapabilities,
  storedQuietSaves,
  subscribeStored,
} from "@/data/browser-storage/local-storage";
import { parseInstant } from "@/lib/time/dates";

/** Reads capabilities proved by earlier responses. Sends no requests. */
function capabilityQuery({ client }: Api) {
  const connectionId = client.connection.id;
  return queryOptions({
    queryKey: [connectionId, "capabilities"],
    queryFn: () => storedCapabilities.read(connectionId),
    initialData: () => storedCapabilities.read(connectionId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Stores the names of the server's capabilities for a day. */
export function storeCapabilities(api: Api, names: readonly string[]): void {
  api.queryClient.setQueryData(capabilityQuery(api).queryKey, names);
  storedCapabilities.write(api.client.connection.id, names);
}

export function currentCapabilities(api: Api): readonly string[] {
  return (
    api.queryClient.getQueryData(capabilityQuery(api).queryKey) ??
    storedCapabilities.read(api.client.connection.id)
  );
}

/** Stores the capabilities that loaded records prove. Removes all stored ones if no record has a newer field. */
export function noteServedRecords(api: Api, records: readonly object[]): void {
  if (records.length === 0) return;
  const found = discoverCapabilities(records);
  const known = currentCapabilities(api);
  const names = found.size === 0 ? [] : [...new Set([...known, ...found, ...measureClockRules(records)])];
  if (names.length !== known.length) storeCapabilities(api, names);
}

/** Returns the server's capabilities. Unknown capabilities are false. */
export function useCapabilities(): SubscriptionCapabilities {
  const { data } = useQuery(capabilityQuery(useApi()));
  return useMemo(() => toCapabilities(data), [data]);
}

/** What is known about the deliveries that the server sends immediately after a save. */
export interface SendingRules {
  readonly acceptsSendTestNow: boolean;
  readonly quietSaves: QuietSaves;
}

export function currentSendingRules(api: Api): SendingRules {
  const { acceptsSendTestNow } = toCapabilities(currentCapabilities(api));
  return { acceptsSendTestNow, quietSaves: storedQuietSaves.read(api.client.connection.id) };
}

export function useSendingRules(): SendingRules {
  const { acceptsSendTestNow } = useCapabilities();
  const connectionId = useApi().client.connection.id;
  const quietSaves = useSyncExternalStore(subscribeStored, () => storedQuietSaves.read(connectionId));
  return useMemo(() => ({ acceptsSendTestNow, quietSaves }), [acceptsSendTestNow, quietSaves]);
}

/**
 * Whether the server is known to compute deliveries in UTC, even after a time change. Servers
 * without newer fields always do (contract). For newer servers, the records must prove it.
 * @param record a record outside the loaded list, or null
 */
export function useHasUtcRule(record: object | null): boolean {
  const { data } = useQuery(capabilityQuery(useApi()));
  const isNewer = toCapabilities(data).canPause || (record !== null && recordCapabilities(record).canPause);
  const rules = new Set([...data, ...measureClockRules(record === null ? [] : [record])]);
  return !isNewer || provesUtcRule(rules);
}

/**
 * How a server computes deliveries after a time change: at the same time in UTC, or at the same
 * local time. Derived from records, because newer servers may use either rule (server-generations,
 * 2026 fields). Detected rules are stored with the capabilities.
 */
export const UTC_RULE = "clock-rule-utc";
export const LOCAL_RULE = "clock-rule-local";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Returns a date's season, or null near time changes, whose dates differ between zones. */
function getSeason(date: Date): "may-august" | "november-february" | null {
  const month = date.getUTCMonth();
  if (month >= 4 && month <= 7) return "may-august";
  const isWinter = month < 2 || month === 11 || (month === 10 && date.getUTCDate() > 9);
  return isWinter ? "november-february" : null;
}

function readDate(record: object, field: string): Date | null {
  const value: unknown = Reflect.get(record, field);
  return typeof value === "string" ? parseInstant(value) : null;
}

/** Returns the rule that a record proves, or null if it proves no rule. */
function measureRule(record: object): string | null {
  const start = readDate(record, "start_date");
  const next = readDate(record, "next_delivery_date");
  const seasons = new Set([start && getSeason(start), next && getSeason(next)]);
  if (start === null || next === null || seasons.size < 2 || seasons.has(null)) return null;
  const delay = (((next.getTime() - start.getTime()) % DAY_MS) + DAY_MS) % DAY_MS;
  // `next_delivery_date` may be up to 30 minutes later than scheduled, because of delivery slots.
  const isWithinSlot = (from: number) => delay >= from && delay < from + 30 * MINUTE_MS;
  if (isWithinSlot(0)) return UTC_RULE;
  return isWithinSlot(60 * MINUTE_MS) || isWithinSlot(DAY_MS - 60 * MINUTE_MS) ? LOCAL_RULE : null;
}

/** Returns the rules that the records prove. If there are two, the records contradict each other. */
export function measureClockRules(records: readonly object[]): ReadonlySet<string> {
  return new Set(records.flatMap((record) => measureRule(record) ?? []));
}

/** Whether deliveries follow UTC, and no record contradicts this. */
export function provesUtcRule(rules: ReadonlySet<string>): boolean {
  return rules.has(UTC_RULE) && !rules.has(LOCAL_RULE);
}

/** The record field that proves each capability. */
const EVIDENCE = {
  /** Subscriptions can be paused. Servers that return `enabled` also deliver when the source changes. */
  canPause: "enabled",
  /** Lists can be searched and sorted. No record field shows this, but servers that return `enabled` support it. */
  canSearchLists: "enabled",
  /** Deliveries occur only at minutes 0 and 30. Servers that return `enabled` behave like this. */
  deliversInSlots: "enabled",
  /** Weekday positions apply only to monthly schedules. Servers that return `enabled` behave like this. */
  limitsPositionToMonths: "enabled",
  /**
   * Requests say whether a save may send a delivery (`send_test_now`). Some servers that return `resource_type` ignore
   * the field, so this doesn't prove that they save without sending (`QuietSaves`).
   */
  acceptsSendTestNow: "resource_type",
  hasInsightSelection: "dashboard_export_insights",
  hasSlackWorkspace: "integration_id",
  /** Subscriptions name the kind of their source. The kind can't be changed later. */
  namesSourceKind: "resource_type",
  /** Teams replaces webhooks. No record field proves it, but servers that return `resource_type` support Teams. */
  deliversToTeams: "resource_type",
} as const satisfies Readonly<Record<string, keyof Subscription>>;

type CapabilityName = keyof typeof EVIDENCE;

export type SubscriptionCapabilities = Readonly<Record<CapabilityName, boolean>>;

const CAPABILITY_NAMES = Object.keys(EVIDENCE).filter(isCapability);

/** Used until the capabilities are known. */
export const NO_CAPABILITIES = toCapabilities([]);

function isCapability(name: string): name is CapabilityName {
  return Object.hasOwn(EVIDENCE, name);
}

/** Returns the capabilities that the records prove. A single record may omit empty fields. */
export function discoverCapabilities(records: readonly object[]): ReadonlySet<CapabilityName> {
  return new Set(
    CAPABILITY_NAMES.filter((name) =>
      records.some((record) => Reflect.get(record, EVIDENCE[name]) !== undefined),
    ),
  );
}

export function toCapabilities(names: Iterable<string>): SubscriptionCapabilities {
  const known = new Set(names);
  const entries = CAPABILITY_NAMES.map((name) => [name, known.has(name)] as const);
  return Object.fromEntries(entries) as SubscriptionCapabilities;
}

export function recordCapabilities(record: object): SubscriptionCapabilities {
  return toCapabilities(discoverCapabilities([record]));
}

/** Whether a change may cause an immediate delivery. A change to the title or schedule never does. */
export function mayDeliver(change: SubscriptionChange): boolean {
  return (
    DELIVERING_FIELDS.some((field) => change[field] !== undefined) ||
    change.enabled === true ||
    // It is unknown whether a restore counts as a resume.
    change.deleted === false
  );
}

/** Whether a change replaces the source. If so, servers with `canPause` deliver immediately. */
export function changesSource(change: SubscriptionChange): boolean {
  return SOURCE_FIELDS.some((field) => change[field] !== undefined);
}

const SOURCE_FIELDS = [
  "dashboard",
  "insight",
  "dashboard_export_insights",
  "prompt",
] as const satisfies readonly (keyof SubscriptionChange)[];

const DELIVERING_FIELDS = [
  ...SOURCE_FIELDS,
  "target_type",
  "target_value",
  "integration_id",
] as const satisfies readonly (keyof SubscriptionChange)[];
