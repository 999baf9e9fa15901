import type { Seed, SeedContext } from "@/emulator/backend/backend";
import { defineResource, emptySeed } from "@/emulator/backend/resource";
import { findPersonIndex, getPersonAt } from "@/emulator/company/people-seed";
import { hashText, memoizeByIndex, seededRandom, seededUuid } from "@/emulator/random/seed-random";
import { formatWireDate } from "@/emulator/request/request-fields";

/** The stored part of an explicit membership. The person's data comes from the organization. */
export interface MemberRow {
  readonly id: string;
  readonly user_uuid: string;
  /** Explicit level: 0, 1 (member), or 8 (administrator). */
  readonly level: number;
  readonly joined_at: string;
  readonly updated_at: string;
}

const DAY_MS = 86_400_000;
const DEMO_MEMBERS = 25;
const LARGE_MEMBERS = 500;
// In Demo, two of these people are already organization administrators, and Priya (index 2) has a
// redundant explicit level 1. These members test the search for redundant levels.
const ADMINISTRATORS: readonly number[] = [0, 3, 4, 8, 19];

function createMemberRow({ project, seed, seededAt }: SeedContext, index: number): MemberRow {
  const random = seededRandom(hashText(`member ${seed} ${project.id} ${index}`));
  const { user, joinedDaysAgo } = getPersonAt(seed, index);
  const joinedAgo = Math.max(1, joinedDaysAgo * random());
  const updatedAgo = random() < 0.6 ? joinedAgo : joinedAgo * random();
  const formatDaysAgo = (days: number) =>
    formatWireDate(new Date(seededAt.getTime() - Math.round(days * DAY_MS)));
  return {
    id: seededUuid(random),
    user_uuid: user.uuid,
    level: ADMINISTRATORS.includes(index) || index % 60 === 31 ? 8 : 1,
    joined_at: formatDaysAgo(joinedAgo),
    updated_at: formatDaysAgo(updatedAgo),
  };
}

function seedMembers(context: SeedContext): Seed<MemberRow> {
  if (context.project.size === "empty") return emptySeed();
  const size = context.project.size === "large" ? LARGE_MEMBERS : DEMO_MEMBERS;
  return {
    size,
    at: memoizeByIndex((index) => createMemberRow(context, index)),
    indexOf(uuid) {
      const index = findPersonIndex(context.seed, uuid);
      return index !== undefined && index < size ? index : undefined;
    },
  };
}

function isMemberRow(value: unknown): value is MemberRow {
  if (typeof value !== "object" || value === null) return false;
  const row: Partial<Record<keyof MemberRow, unknown>> = value;
  return (
    typeof row.level === "number" &&
    [row.id, row.user_uuid, row.joined_at, row.updated_at].every((field) => typeof field === "string")
  );
}

/** A project's explicit members by user UUID: 25 in Demo, 500 in Large, none in Empty. */
export const membersResource = defineResource<MemberRow>({
  name: "members",
  getId: (row) => row.user_uuid,
  isRow: isMemberRow,
  seed: seedMembers,
});
