import { hashText } from "@/emulator/random/seed-random";

export const MEMBER_FAULT_KINDS = [
  /** Sends unpaginated lists in the format `form`: `bare`, `envelope`, or `single` (only the first record). */
  "list-form",
  /** Gives a quarter of the plain members the explicit level `level` (4 by default). */
  "member-level",
  /** Removes the person from a quarter of the memberships, as if the person had left. */
  "member-left",
  /** Returns an empty member list and rejects every write, as with role-based access. */
  "member-roles",
  /** Gives everyone in the organization the access `level` (1 by default). */
  "access-default",
  /** Sends inherited access in the format `form`: `newest` (one field) or `missing` (none). */
  "access-form",
] as const;

const LIST_FORMATS = ["bare", "envelope", "single"] as const;
type ListFormat = (typeof LIST_FORMATS)[number];

const ACCESS_FORMATS = ["newest", "missing"] as const;
type AccessFormat = "older" | (typeof ACCESS_FORMATS)[number];

export interface MemberFaultSetting {
  readonly kind: string;
  readonly form?: string;
  readonly level?: number;
}

const ENDPOINTS_WITH_FORMAT: readonly string[] = ["members.list", "sessions.properties", "sessions.values"];
const UNKNOWN_LEVEL = 4;

function isListFormat(form: string | undefined): form is ListFormat {
  return LIST_FORMATS.some((known) => known === form);
}

/** Throws a RangeError for an unknown form, or for a level that isn't an integer. */
export function checkMemberFault({ kind, form, level }: MemberFaultSetting): void {
  const isUnknown =
    (kind === "list-form" && !isListFormat(form)) ||
    (kind === "access-form" && ACCESS_FORMATS.every((known) => known !== form));
  if (isUnknown) throw new RangeError(`Unknown form: ${String(form)}`);
  if (level !== undefined && !Number.isSafeInteger(level)) throw new RangeError("level must be an integer");
}

/**
 * Whether a fault may apply to an endpoint. `list-form` applies to unpaginated lists. The faults
 * `member-*` and `access-*` apply only to endpoints of members and access controls. Other faults aren't restricted.
 */
export function appliesToMembers({ kind }: MemberFaultSetting, endpoint: string): boolean {
  if (kind === "list-form") return ENDPOINTS_WITH_FORMAT.includes(endpoint);
  if (kind.startsWith("access-")) return endpoint.startsWith("accessControls.");
  return !kind.startsWith("member-") || endpoint.startsWith("members.");
}

/** Returns the level that everyone in the organization has without a rule. */
export function getDefaultAccessLevel(faults: readonly MemberFaultSetting[]): number {
  const fault = faults.find(({ kind }) => kind === "access-default");
  return fault === undefined ? 0 : (fault.level ?? 1);
}

export function getAccessFormat(faults: readonly MemberFaultSetting[]): AccessFormat {
  const form = faults.find(({ kind }) => kind === "access-form")?.form;
  return ACCESS_FORMATS.find((known) => known === form) ?? "older";
}

export function getListFormat(faults: readonly MemberFaultSetting[], defaultFormat: ListFormat): ListFormat {
  const form = faults.find(({ kind }) => kind === "list-form")?.form;
  return isListFormat(form) ? form : defaultFormat;
}

/** Whether access is role-based, in which case there are no explicit members. */
export function hasRoleBasedAccess(faults: readonly MemberFaultSetting[]): boolean {
  return faults.some(({ kind }) => kind === "member-roles");
}

/** Assigns a person to one of four groups. A person's group never changes. */
function getQuarter(userUuid: string): number {
  return hashText(`quarter ${userUuid}`) % 4;
}

export function applyLevelFault(
  level: number,
  userUuid: string,
  faults: readonly MemberFaultSetting[],
): number {
  const fault = faults.find(({ kind }) => kind === "member-level");
  const isHit = fault !== undefined && level === 1 && getQuarter(userUuid) === 0;
  return isHit ? (fault.level ?? UNKNOWN_LEVEL) : level;
}

export function isPersonMissing(userUuid: string, faults: readonly MemberFaultSetting[]): boolean {
  return faults.some(({ kind }) => kind === "member-left") && getQuarter(userUuid) === 1;
}
