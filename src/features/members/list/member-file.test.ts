import { describe, expect, it } from "vitest";
import { memberCalled, sampleMember, samplePerson } from "@/testing/build-member";
import { fileColumns, fileFields } from "./member-file";

const SHOWN = ["person", "email", "level", "effective", "why", "joined"].map((id) => ({ id, header: id }));

describe("members in a file", () => {
  it("have the columns on the screen, and whether the address is verified beside it", () => {
    const columns = fileColumns(SHOWN);
    expect(columns.map(({ header }) => header)).toEqual([
      "person",
      "email",
      "Verified",
      "level",
      "effective",
      "why",
      "joined",
    ]);
    const mei = memberCalled(1, "Mei", { level: 4, parent_level: 8 });
    expect(columns.map(({ text }) => text(mei))).toEqual([
      "Mei",
      "mei@example.com",
      "yes",
      "Level 4",
      "Administrator",
      "Administrator through the organisation; the explicit Level 4 changes nothing.",
      "2026-03-01T10:00:00Z",
    ]);
  });

  it("say nothing where nobody knows", () => {
    const [, email, verified] = fileColumns(SHOWN);
    const unsaid = sampleMember({ user: samplePerson({ email: "", is_email_verified: null }) });
    expect([email?.text(unsaid), verified?.text(unsaid)]).toEqual([null, null]);
    expect(verified?.text(sampleMember({ user: samplePerson({ is_email_verified: false }) }))).toBe("no");
  });

  it("have every field in JSON", () => {
    expect(fileFields(sampleMember())).toMatchObject({ level: 1, parent_level: 0 });
  });
});
