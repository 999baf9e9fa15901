import type { ExplicitMember } from "@/api/members";

/** Builds a user. `fields` override Mei's data. */
export function buildUser(fields: Partial<NonNullable<ExplicitMember["user"]>> = {}) {
  return {
    id: 5,
    uuid: "aaaaaaaa-0000-4000-8000-000000000005",
    distinct_id: null,
    first_name: "Mei",
    last_name: "Tanaka",
    email: "mei@example.com",
    is_email_verified: true,
    role_at_organization: "product",
    ...fields,
  };
}

/**
 * Builds Mei's membership. She is a plain member without access through the organization. `fields` override the
 * defaults.
 */
export function buildMember(fields: Partial<ExplicitMember> = {}): ExplicitMember {
  const level = fields.level ?? 1;
  const parent = fields.parent_level === undefined ? 0 : fields.parent_level;
  return {
    id: "bbbbbbbb-0000-4000-8000-000000000005",
    level,
    parent_level: parent,
    parent_membership_id: null,
    joined_at: "2026-03-01T10:00:00Z",
    updated_at: "2026-11-21T09:00:00Z",
    user: buildUser(),
    effective_level: parent === null ? null : Math.max(level, parent),
    ...fields,
  };
}

export function buildMemberNamed(
  number: number,
  name: string,
  fields: Partial<ExplicitMember> = {},
): ExplicitMember {
  const uuid = `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const user = buildUser({
    id: number,
    uuid,
    first_name: name,
    last_name: "",
    email: `${name.toLowerCase()}@example.com`,
  });
  return buildMember({ id: uuid.replaceAll("a", "b"), user, ...fields });
}
