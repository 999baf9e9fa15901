import { expect, it } from "vitest";
import { COMPANY, findPersonIndex, listEmployees, listPeople } from "./people-seed";

const all = listPeople(1, 520);

it("creates the same people for the same seed, and others for another", () => {
  expect(listEmployees(1)).toEqual(all.slice(0, 30));
  expect(listEmployees(1)[0]?.user.uuid).not.toBe(listEmployees(2)[0]?.user.uuid);
  expect(findPersonIndex(1, all[519]?.user.uuid ?? "")).toBe(519);
});

it("gives everybody an ID and an address of their own, in plain letters", () => {
  for (const field of ["uuid", "email", "id"] as const)
    expect(new Set(all.map(({ user }) => user[field])).size).toBe(520);
  expect(all.map(({ user }) => user.email)).toContain(`henrik.sorensen@${COMPANY.domain}`);
});
