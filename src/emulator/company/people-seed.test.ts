import { describe, expect, it } from "vitest";
import { COMPANY, findPerson, findPersonIndex, listEmployees, listPeople } from "./people-seed";

describe("people", () => {
  it("are the same for the same seed and different for another", () => {
    expect(listEmployees(1)).toEqual(listEmployees(1));
    expect(listEmployees(1)[0]?.user.uuid).not.toBe(listEmployees(2)[0]?.user.uuid);
  });

  it("have one owner, administrators, and plain addresses at one domain", () => {
    const all = listEmployees(1);
    expect(all).toHaveLength(30);
    expect(all.filter((person) => person.level === 15)).toHaveLength(1);
    expect(all[0]?.level).toBe(8);
    for (const { user } of all) {
      expect(user.email).toMatch(new RegExp(`^[a-z]+\\.[a-z]+@${COMPANY.domain}$`));
      expect(user.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it("keep the letters of accented names in the address", () => {
    const addresses = listEmployees(1).map((person) => person.user.email);
    expect(addresses).toContain(`zeynep.yildiz@${COMPANY.domain}`);
    expect(addresses).toContain(`henrik.sorensen@${COMPANY.domain}`);
    expect(addresses).toContain(`viktor.novak@${COMPANY.domain}`);
  });
});

describe("the organization", () => {
  const all = listPeople(1, 520);

  it("starts with the roster and has no duplicates", () => {
    expect(all.slice(0, 30)).toEqual(listEmployees(1));
    expect(new Set(all.map((person) => person.user.uuid)).size).toBe(520);
    expect(new Set(all.map((person) => person.user.email)).size).toBe(520);
    expect(new Set(all.map((person) => person.user.id)).size).toBe(520);
  });

  it("finds its people by uuid and no one else", () => {
    expect(findPerson(1, all[3]?.user.uuid ?? "")).toEqual(all[3]);
    expect(findPersonIndex(1, all[519]?.user.uuid ?? "")).toBe(519);
    expect(findPerson(1, "00000000-0000-4000-8000-000000000000")).toBeUndefined();
  });
});
