import { describe, expect, it } from "vitest";
import { emulatorCaller } from "@/testing/call-emulator";

const LEAVER = "daniel.okafor@harbourline.example";
const GONE = "marta.kowalska@harbourline.example";

interface Delivery {
  readonly target_value: string;
}

async function addressesOf(view: string): Promise<readonly (readonly string[])[]> {
  const { call } = emulatorCaller();
  const { body } = await call("GET", `/environments/1/subscriptions/?limit=200${view}`);
  const deliveries: readonly Delivery[] = Object(body).results;
  return deliveries.map(({ target_value }) => target_value.split(","));
}

const read = (spelling: string) => spelling.trim().toLowerCase();

describe("the demo has somebody to take out of everything", () => {
  it("alone, among others and twice, in the list and in the bin", async () => {
    const isHis = (spelling: string) => read(spelling) === LEAVER;
    const active = (await addressesOf("")).filter((addresses) => addresses.some(isHis));
    const binned = (await addressesOf("&deleted=true")).filter((addresses) => addresses.some(isHis));
    expect(active.map((addresses) => [addresses.length, addresses.filter(isHis).length])).toEqual([
      [5, 2],
      [24, 1],
      [2, 1],
      [2, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(binned.map(({ length }) => length)).toEqual([1, 2]);
  });

  it("in many spellings", async () => {
    const all = [...(await addressesOf("")), ...(await addressesOf("&deleted=true"))].flat();
    const spellings = all.filter((spelling) => read(spelling) === LEAVER);
    expect(new Set(spellings).size).toBe(6);
    expect(spellings.some((spelling) => spelling !== spelling.trim())).toBe(true);
  });

  it("and an address at its own domain that is nobody's", async () => {
    const { call } = emulatorCaller();
    const people = JSON.stringify((await call("GET", "/organizations/@current/members/?limit=100")).body);
    expect(people).toContain(LEAVER);
    expect(people).not.toContain(GONE);
    expect((await addressesOf("")).flat()).toContain(GONE);
  });
});
