import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";

/** Each ability of a server, and the field of a record that proves it. */
const EVIDENCE = {
  /** Subscriptions can be paused. Such a server also delivers when the source changes. */
  canPause: "enabled",
  /**
   * A save can skip its immediate delivery. `send_test_now` itself is never returned. Servers that name the kind of a
   * source accept it.
   */
  canSaveQuietly: "resource_type",
  /** A dashboard subscription names the insights that it sends. */
  hasInsightSelection: "dashboard_export_insights",
  /** A Slack subscription names its workspace. */
  hasSlackWorkspace: "integration_id",
  /** A subscription names the kind of its source, which can't be changed. */
  namesSourceKind: "resource_type",
  /**
   * Teams is a channel, in place of webhooks. No field of a record shows it. Servers that name the kind of a source have
   * it.
   */
  deliversToTeams: "resource_type",
} as const satisfies Readonly<Record<string, keyof Subscription>>;

type CapabilityName = keyof typeof EVIDENCE;

/** The abilities of a server, discovered from the fields of the records that it returns. */
export type SubscriptionCapabilities = Readonly<Record<CapabilityName, boolean>>;

const CAPABILITY_NAMES = Object.keys(EVIDENCE).filter(isCapability);

/** Unknown means "not there". */
export const NO_CAPABILITIES = toCapabilities([]);

function isCapability(name: string): name is CapabilityName {
  return Object.hasOwn(EVIDENCE, name);
}

/** Returns what the fields of these records prove. A field without a value may be missing from a record. */
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

/** Returns the server capabilities that this record's fields prove. */
export function recordCapabilities(record: object): SubscriptionCapabilities {
  return toCapabilities(discoverCapabilities([record]));
}

/** Whether a change may make the server deliver immediately. A change of title or schedule never does. */
export function mayDeliver(change: SubscriptionChange): boolean {
  return (
    DELIVERING_FIELDS.some((field) => change[field] !== undefined) ||
    change.enabled === true ||
    // Whether a restore counts as a resume isn't known.
    change.deleted === false
  );
}

/** Whether a change replaces what is delivered. Servers that can pause then deliver it to every recipient. */
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

/** Returns the body that changes a record without a delivery, where the server can do that. */
export function toQuietChange(before: object | undefined, body: SubscriptionChange): SubscriptionChange {
  const isQuiet = before !== undefined && recordCapabilities(before).canSaveQuietly && mayDeliver(body);
  return isQuiet ? { ...body, send_test_now: false } : body;
}
