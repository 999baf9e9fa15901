import { buildMember, buildMemberNamed, buildUser } from "@test/support/builders";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { getRawFields, parseWith } from "@/api/parsers";
import { toFileColumns } from "@/ui/data-table/data-table-types";
import { memberColumns } from "./member-table";

const columns = memberColumns("UTC", new Date(0), true);

it("has the values of the columns, and whether an email is verified", () => {
  const mei = buildMemberNamed(1, "Mei", { level: 4, parent_level: 8 });
  const values = columns.map(({ id, value }) => [id, value?.(mei)]);
  expect(Object.fromEntries(values)).toMatchObject({
    person: "Mei",
    email: "mei@example.com",
    verified: "Yes",
    level: "Level 4",
    effective: "Administrator",
    why: "Administrator from the organization. The explicit level (Level 4) is redundant.",
    joined: "2026-03-01T10:00:00Z",
  });
});

it("has the visible columns, and always whether an email is verified", () => {
  const visible = columns.filter(({ id }) => id === "person" || id === "email" || id === "joined");
  const file = toFileColumns(columns, visible);
  expect(file.map(({ header }) => header)).toEqual(["Person", "Email", "Verified", "Joined"]);
  const mei = buildMemberNamed(1, "Mei");
  expect(file.map(({ text }) => text(mei))).toEqual([
    "Mei",
    "mei@example.com",
    "Yes",
    "2026-03-01T10:00:00Z",
  ]);
});

it("leaves unknown values empty", () => {
  const [email, verified] = ["email", "verified"].map((id) => columns.find((column) => column.id === id));
  const unverifiedUnknown = buildMember({ user: buildUser({ email: "", is_email_verified: null }) });
  expect([email?.value?.(unverifiedUnknown), verified?.value?.(unverifiedUnknown)]).toEqual([null, null]);
  expect(verified?.value?.(buildMember({ user: buildUser({ is_email_verified: false }) }))).toBe("No");
});

it("includes every field of the response in JSON", () => {
  const parsed = parseWith(z.object({ id: z.string() }))({ id: "a", level: 8, new_field: [1] });
  expect(parsed.ok && getRawFields(parsed.value)).toEqual({ id: "a", level: 8, new_field: [1] });
  expect(getRawFields(buildMember())).toMatchObject({ level: 1, parent_level: 0 });
});
