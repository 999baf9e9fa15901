import { formatWireDate } from "@/mocks/fields";
import type { Stored } from "@/mocks/table";
import { getPersonAt } from "./people";
import { hashText, seededRandom, seededUuid } from "./random";
import type { SeedContext } from "./world";

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
const SIZES = { demo: 25, large: 500, empty: 0 } as const;
// Two of these people are already organization administrators, and Priya (index 2) has a redundant explicit level 1.
// These members test the search for redundant levels.
const ADMINISTRATORS: readonly number[] = [0, 3, 4, 8, 19];

function createMember({ project, seededAt }: SeedContext, index: number): MemberRow {
  const random = seededRandom(hashText(`member 1 ${project.id} ${index}`));
  const { user, joinedDaysAgo } = getPersonAt(index);
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

/** Explicit members: 25 in Demo, 500 in Large, none in Empty. The first person is listed first. */
export function seedMembers(context: SeedContext): readonly (readonly [string, Stored<MemberRow>])[] {
  const size = SIZES[context.project.size];
  return Array.from({ length: size }, (_, index) => size - 1 - index).map((index) => [
    getPersonAt(index).user.uuid,
    () => createMember(context, index),
  ]);
}
