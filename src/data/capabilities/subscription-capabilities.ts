import type { Subscription, SubscriptionChange } from "@/api/subscriptions";

/** The record field that proves each capability. */
const EVIDENCE = {
  /**
   * Subscriptions can be paused. Servers that return `enabled` also deliver when the source
   * changes.
   */
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

/**
 * Whether a change may cause an immediate delivery. A change to the title or schedule never does.
 */
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
