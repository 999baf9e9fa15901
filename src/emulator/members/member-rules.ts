import type { ProjectContext } from "@/emulator/backend/backend";
import { fail } from "@/emulator/request/errors";
import { type MemberRow, membersResource } from "./member-seed";

/** Minimum effective level for changing members (upstream-facts, Explicit members). */
export const ADMINISTRATOR_LEVEL = 8;
/** Explicit levels that servers accept. */
export const LEVELS = [1, ADMINISTRATOR_LEVEL] as const;

/**
 * Returns a person's organization level, which is 1 (member), 8 (administrator), or 15 (owner).
 * Returns 1 for an unknown person.
 */
export function getParentLevel(context: ProjectContext, userUuid: string): number {
  return context.people.find(userUuid)?.level ?? 1;
}

/** Returns the higher of the explicit level and the organization level. */
export function getEffectiveLevel(context: ProjectContext, row: MemberRow): number {
  return Math.max(row.level, getParentLevel(context, row.user_uuid));
}

export function getOwnLevel(context: ProjectContext): number {
  const { uuid } = context.user;
  return Math.max(getParentLevel(context, uuid), context.open(membersResource).get(uuid)?.level ?? 0);
}

export const INSUFFICIENT = "You don't have sufficient permissions in the project.";

/** Throws 403 unless the key owner's effective level is administrator or higher. */
export function requireAdministrator(context: ProjectContext): void {
  if (getOwnLevel(context) < ADMINISTRATOR_LEVEL) {
    fail.permissionDenied(INSUFFICIENT);
  }
}

/**
 * Throws 403 if key owners change their own level, or edit a member whose effective level is higher
 * than theirs.
 */
export function requireEditableMember(
  context: ProjectContext,
  row: MemberRow,
  level: number | undefined,
): void {
  if (row.user_uuid === context.user.uuid) {
    if (level !== undefined) fail.permissionDenied("You can't set your own access level.");
  } else if (getEffectiveLevel(context, row) > getOwnLevel(context)) {
    fail.permissionDenied("You can only edit others with level lower or equal to you.");
  }
}

/** Throws 403 for the key owner or an unknown person. Throws 400 for an existing member. */
export function requireAddableMember(context: ProjectContext, userUuid: string): void {
  if (userUuid === context.user.uuid) {
    fail.permissionDenied("You can't explicitly add yourself to projects.");
  }
  if (!context.people.find(userUuid)) {
    fail.permissionDenied("You both need to belong to the same organization.");
  }
  if (context.open(membersResource).get(userUuid)) {
    fail.invalidInput("This user likely already is an explicit member of the project.");
  }
}
