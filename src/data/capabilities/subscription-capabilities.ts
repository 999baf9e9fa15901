import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";

/** The abilities of a server, discovered from the fields of the records that it returns. */
export interface SubscriptionCapabilities {
  /** Subscriptions can be paused. Such a server also delivers when the source changes. */
  readonly canPause: boolean;
  /** A save can skip its immediate delivery (`send_test_now`). */
  readonly canSaveQuietly: boolean;
  /** A dashboard subscription names the insights that it sends. */
  readonly hasInsightSelection: boolean;
  /** A Slack subscription names its workspace. */
  readonly hasSlackWorkspace: boolean;
  /** A subscription names the kind of its source, which can't be changed. */
  readonly namesSourceKind: boolean;
  /** Teams is a channel, in place of webhooks. */
  readonly deliversToTeams: boolean;
}

/** Each capability, and the field of a record that proves it. */
const EVIDENCE = {
  canPause: "enabled",
  // `send_test_now` itself is never returned. Servers that name the kind of a source accept it.
  canSaveQuietly: "resource_type",
  hasInsightSelection: "dashboard_export_insights",
  hasSlackWorkspace: "integration_id",
  namesSourceKind: "resource_type",
  // No field of a record shows it. Servers that name the kind of a source have it.
  deliversToTeams: "resource_type",
} as const satisfies Record<keyof SubscriptionCapabilities, keyof Subscription>;

const CAPABILITY_NAMES = [
  "canPause",
  "canSaveQuietly",
  "hasInsightSelection",
  "hasSlackWorkspace",
  "namesSourceKind",
  "deliversToTeams",
] as const;

/** Unknown means "not there". */
export const NO_CAPABILITIES: SubscriptionCapabilities = {
  canPause: false,
  canSaveQuietly: false,
  hasInsightSelection: false,
  hasSlackWorkspace: false,
  namesSourceKind: false,
  deliversToTeams: false,
};

function isCapability(name: string): name is keyof SubscriptionCapabilities {
  return name in EVIDENCE;
}

/** Returns what the fields of these records prove. A field without a value may be missing from a record. */
export function discoverCapabilities(
  records: readonly object[],
): ReadonlySet<keyof SubscriptionCapabilities> {
  return new Set(
    CAPABILITY_NAMES.filter((name) =>
      records.some((record) => Reflect.get(record, EVIDENCE[name]) !== undefined),
    ),
  );
}

export function toCapabilities(names: Iterable<string>): SubscriptionCapabilities {
  const known = [...names].filter(isCapability).map((name) => [name, true] as const);
  return { ...NO_CAPABILITIES, ...Object.fromEntries(known) };
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

const DELIVERING_FIELDS = [
  "dashboard",
  "insight",
  "dashboard_export_insights",
  "prompt",
  "target_type",
  "target_value",
  "integration_id",
] as const satisfies readonly (keyof SubscriptionChange)[];

/** Returns the body that changes a record without a delivery, where the server can do that. */
export function toQuietChange(before: object | undefined, body: SubscriptionChange): SubscriptionChange {
  const isQuiet = before !== undefined && recordCapabilities(before).canSaveQuietly && mayDeliver(body);
  return isQuiet ? { ...body, send_test_now: false } : body;
}
