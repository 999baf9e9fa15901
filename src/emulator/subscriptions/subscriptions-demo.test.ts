import { describe, expect, it } from "vitest";
import { createEmulatorCaller } from "@/testing/call-emulator";

const DEPARTING_MEMBER_EMAIL = "daniel.okafor@harbourline.example";
const FORMER_EMPLOYEE_EMAIL = "marta.kowalska@harbourline.example";

interface ServedSubscription {
  readonly target_value: string;
}

async function fetchAddresses(view: string): Promise<readonly (readonly string[])[]> {
  const { call } = createEmulatorCaller();
  const { body } = await call("GET", `/environments/1/subscriptions/?limit=200${view}`);
  const deliveries: readonly ServedSubscription[] = Object(body).results;
  return deliveries.map(({ target_value }) => target_value.split(","));
}

const normalizeAddress = (spelling: string) => spelling.trim().toLowerCase();

describe("recipients of the demo", () => {
  it("include the departing member alone, among others and twice, in the list and in the trash", async () => {
    const isDepartingMember = (spelling: string) => normalizeAddress(spelling) === DEPARTING_MEMBER_EMAIL;
    const active = (await fetchAddresses("")).filter((addresses) => addresses.some(isDepartingMember));
    const trashed = (await fetchAddresses("&deleted=true")).filter((addresses) =>
      addresses.some(isDepartingMember),
    );
    expect(active.map((addresses) => [addresses.length, addresses.filter(isDepartingMember).length])).toEqual(
      [
        [5, 2],
        [24, 1],
        [2, 1],
        [2, 1],
        [1, 1],
        [1, 1],
      ],
    );
    expect(trashed.map(({ length }) => length)).toEqual([1, 2]);
  });

  it("include the departing member in many forms", async () => {
    const all = [...(await fetchAddresses("")), ...(await fetchAddresses("&deleted=true"))].flat();
    const spellings = all.filter((spelling) => normalizeAddress(spelling) === DEPARTING_MEMBER_EMAIL);
    expect(new Set(spellings).size).toBe(6);
    expect(spellings.some((spelling) => spelling !== spelling.trim())).toBe(true);
  });

  it("include an address at the own domain that belongs to no member", async () => {
    const { call } = createEmulatorCaller();
    const people = JSON.stringify((await call("GET", "/organizations/@current/members/?limit=100")).body);
    expect(people).toContain(DEPARTING_MEMBER_EMAIL);
    expect(people).not.toContain(FORMER_EMPLOYEE_EMAIL);
    expect((await fetchAddresses("")).flat()).toContain(FORMER_EMPLOYEE_EMAIL);
  });
});
