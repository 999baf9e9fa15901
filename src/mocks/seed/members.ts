import { formatWireDate } from "@/mocks/fields";
import { people } from "./people";
import { seededRandom, seededUuid } from "./random";
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
const MEMBER_COUNT = 25;
/** Two of these people also administer the organization, and Priya (index 2) has an explicit level of 1 beside hers. */
const ADMINISTRATORS: readonly number[] = [0, 3, 4, 8, 19];

/** Explicit members, oldest first: 25 in Demo and Large, none in Empty. The first person is the newest. */
export function seedMembers({ project, seededAt }: SeedContext): readonly MemberRow[] {
  if (project.size === "empty") return [];
  const members = people.slice(0, MEMBER_COUNT).map(({ user, joinedDaysAgo }, index) => {
    const random = seededRandom(`member 1 ${project.id} ${index}`);
    const joinedAgo = Math.max(1, joinedDaysAgo * random());
    const updatedAgo = random() < 0.6 ? joinedAgo : joinedAgo * random();
    return {
      id: seededUuid(random),
      user_uuid: user.uuid,
      level: ADMINISTRATORS.includes(index) ? 8 : 1,
      joined_at: formatWireDate(seededAt.getTime() - joinedAgo * DAY_MS),
      updated_at: formatWireDate(seededAt.getTime() - updatedAgo * DAY_MS),
    };
  });
  return members.reverse();
}
