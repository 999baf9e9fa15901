import { hashText } from "@/emulator/random/seed-random";

/** What members and look-ups can be on other servers. */
export const MEMBER_FAULT_KINDS = [
  /** Lists that are not paged come in the form `form`: `bare`, `envelope`, or `single`, their first record alone. */
  "list-form",
  /** One in four plain members has the explicit level `level`, 4 by default. */
  "member-level",
  /** One in four members is of a person who left: the membership stands without one. */
  "member-left",
] as const;

const LIST_FORMATS = ["bare", "envelope", "single"] as const;
type ListFormat = (typeof LIST_FORMATS)[number];

/** What a fault says about members and look-ups. */
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

/** Throws a RangeError for a form no list comes in, or a level that is no whole number. */
export function checkMemberFault({ kind, form, level }: MemberFaultSetting): void {
  if (kind === "list-form" && !isListFormat(form))
    throw new RangeError(`no list has the form ${String(form)}`);
  if (level !== undefined && !Number.isSafeInteger(level)) throw new RangeError("a level is a whole number");
}

/** Whether a fault concerns requests to an endpoint: those of members hit nothing else. */
export function appliesToMembers({ kind }: MemberFaultSetting, endpoint: string): boolean {
  if (kind === "list-form") return ENDPOINTS_WITH_FORMAT.includes(endpoint);
  return !kind.startsWith("member-") || endpoint.startsWith("members.");
}

/** The form that a list without pages comes in. */
export function getListFormat(faults: readonly MemberFaultSetting[], defaultFormat: ListFormat): ListFormat {
  const form = faults.find(({ kind }) => kind === "list-form")?.form;
  return isListFormat(form) ? form : defaultFormat;
}

/** Which of four a person belongs to; the same each time. */
function getQuarter(userUuid: string): number {
  return hashText(`quarter ${userUuid}`) % 4;
}

/** The explicit level as the faults leave it. */
export function applyLevelFault(
  level: number,
  userUuid: string,
  faults: readonly MemberFaultSetting[],
): number {
  const fault = faults.find(({ kind }) => kind === "member-level");
  const isHit = fault !== undefined && level === 1 && getQuarter(userUuid) === 0;
  return isHit ? (fault.level ?? UNKNOWN_LEVEL) : level;
}

/** Whether the faults leave a membership without its person. */
export function isPersonMissing(userUuid: string, faults: readonly MemberFaultSetting[]): boolean {
  return faults.some(({ kind }) => kind === "member-left") && getQuarter(userUuid) === 1;
}
