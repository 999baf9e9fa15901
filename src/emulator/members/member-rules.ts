import type { ProjectContext } from "@/emulator/backend/backend";
import { findPerson } from "@/emulator/company/people-seed";
import { refuse } from "@/emulator/request/errors";
import { type MemberRow, members } from "./member-seed";

/** Least effective level for writes on members (upstream-facts, Explicit members). */
const ADMINISTRATOR = 8;
// 0 occurs in the contract, 1 and 8 on servers.
const LEVELS: readonly number[] = [0, 1, ADMINISTRATOR];

/** Level of a person in the organisation: 1 member, 8 administrator, 15 owner. */
export function parentLevel(context: ProjectContext, userUuid: string): number {
  return findPerson(context.seed, userUuid)?.level ?? 1;
}

/** What a membership amounts to: the higher of the explicit level and the organisation's. */
export function effectiveLevel(context: ProjectContext, row: MemberRow): number {
  return Math.max(row.level, parentLevel(context, row.user_uuid));
}

/** What the key holder may do in the project. */
function ownLevel(context: ProjectContext): number {
  const { uuid } = context.user;
  return Math.max(parentLevel(context, uuid), context.open(members).get(uuid)?.level ?? 0);
}

/** 403 unless the key holder is an administrator in effect. */
export function requireAdministrator(context: ProjectContext): void {
  if (ownLevel(context) < ADMINISTRATOR) {
    refuse.permissionDenied("You don't have sufficient permissions in the project.");
  }
}

/**
 * 403 for a level above the key holder's own, 400 for one that does not exist. The 403 comes first, so that both
 * answers can be had; real servers refuse 15 (owner) as no valid choice.
 */
export function checkLevel(context: ProjectContext, level: number): void {
  if (level > ownLevel(context)) {
    refuse.permissionDenied("You can only set access level to lower or equal to your current one.");
  }
  if (!LEVELS.includes(level)) refuse.invalidChoice("level", level);
}

/** 403 for changing one's own level, or somebody who stands higher. */
export function checkTarget(context: ProjectContext, row: MemberRow, level: number | undefined): void {
  if (row.user_uuid === context.user.uuid) {
    if (level !== undefined) refuse.permissionDenied("You can't set your own access level.");
  } else if (effectiveLevel(context, row) > ownLevel(context)) {
    refuse.permissionDenied("You can only edit others with level lower or equal to you.");
  }
}

/** 403 for adding oneself or a stranger, 400 for somebody who is a member already. */
export function checkNewcomer(context: ProjectContext, userUuid: string): void {
  if (userUuid === context.user.uuid) {
    refuse.permissionDenied("You can't explicitly add yourself to projects.");
  }
  if (!findPerson(context.seed, userUuid)) {
    refuse.permissionDenied("You both need to belong to the same organization.");
  }
  if (context.open(members).get(userUuid)) {
    refuse.invalidInput("This user likely already is an explicit member of the project.");
  }
}
