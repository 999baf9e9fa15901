import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";

/** The record field that proves each server capability. */
const EVIDENCE = {
  /** Subscriptions can be paused. A server with this capability also delivers when the source changes. */
  canPause: "enabled",
  /**
   * A save can skip its immediate delivery. No record field shows this, but servers that return `resource_type` accept
   * `send_test_now`.
   */
  canSaveQuietly: "resource_type",
  hasInsightSelection: "dashboard_export_insights",
  hasSlackWorkspace: "integration_id",
  /** Subscriptions specify their source kind, which can't be changed. */
  namesSourceKind: "resource_type",
  /** Teams replaces webhooks. No record field shows this, but servers that return `resource_type` support Teams. */
  deliversToTeams: "resource_type",
} as const satisfies Readonly<Record<string, keyof Subscription>>;

type CapabilityName = keyof typeof EVIDENCE;

export type SubscriptionCapabilities = Readonly<Record<CapabilityName, boolean>>;

const CAPABILITY_NAMES = Object.keys(EVIDENCE).filter(isCapability);

/** Used while capabilities are unknown. */
export const NO_CAPABILITIES = toCapabilities([]);

function isCapability(name: string): name is CapabilityName {
  return Object.hasOwn(EVIDENCE, name);
}

/** Returns the capabilities that the records' fields prove. A record may omit fields without a value. */
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

/** Whether a change may cause an immediate delivery. Changes to the title or schedule never do. */
export function mayDeliver(change: SubscriptionChange): boolean {
  return (
    DELIVERING_FIELDS.some((field) => change[field] !== undefined) ||
    change.enabled === true ||
    // Whether a restore counts as a resume isn't known.
    change.deleted === false
  );
}

/** Whether a change replaces the source. Servers that can pause then deliver to every recipient immediately. */
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

/** Returns the request body, which skips the immediate delivery if the server supports that. */
export function toQuietChange(before: object | undefined, body: SubscriptionChange): SubscriptionChange {
  const isQuiet = before !== undefined && recordCapabilities(before).canSaveQuietly && mayDeliver(body);
  return isQuiet ? { ...body, send_test_now: false } : body;
}
