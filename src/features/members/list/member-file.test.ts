import { buildMember, buildMemberNamed, buildUser } from "@test/support/builders";
import { expect, it } from "vitest";
import { memberFileColumns, memberFileFields } from "./member-list-download";

const VISIBLE_COLUMNS = ["person", "email", "level", "effective", "why", "joined"].map((id) => ({
  id,
  header: id,
}));

it("has the visible columns and a column for email verification", () => {
  const columns = memberFileColumns(VISIBLE_COLUMNS);
  expect(columns.map(({ header }) => header)).toEqual([
    "person",
    "email",
    "Verified",
    "level",
    "effective",
    "why",
    "joined",
  ]);
  const mei = buildMemberNamed(1, "Mei", { level: 4, parent_level: 8 });
  expect(columns.map(({ text }) => text(mei))).toEqual([
    "Mei",
    "mei@example.com",
    "yes",
    "Level 4",
    "Administrator",
    "Administrator from the organization. The explicit level (Level 4) is redundant.",
    "2026-03-01T10:00:00Z",
  ]);
});

it("leaves unknown values empty, and includes every field of the response in JSON", () => {
  const [, email, verified] = memberFileColumns(VISIBLE_COLUMNS);
  const unverifiedUnknown = buildMember({ user: buildUser({ email: "", is_email_verified: null }) });
  expect([email?.text(unverifiedUnknown), verified?.text(unverifiedUnknown)]).toEqual([null, null]);
  expect(verified?.text(buildMember({ user: buildUser({ is_email_verified: false }) }))).toBe("no");
  expect(memberFileFields(buildMember())).toMatchObject({ level: 1, parent_level: 0 });
});
