import { describe, expect, it } from "vitest";
import { createEmulatorCaller } from "@/testing/call-emulator";
import type { FaultSetting } from "./faults";

const PROJECT = "/environments/1/";
const MEMBERS = `${PROJECT}explicit_members/`;
const PROPERTIES = `${PROJECT}sessions/property_definitions/`;
const VALUES = `${PROJECT}sessions/values/?key=$entry_utm_source&value=goo`;

function withFaults(...faults: readonly FaultSetting[]) {
  const { call, emulator } = createEmulatorCaller();
  emulator.faults.set(faults);
  const bodyOf = async (path: string) => Object((await call("GET", path)).body);
  return { call, emulator, bodyOf };
}

const createFormatFault = (name: string): FaultSetting => ({ endpoint: "*", kind: "list-form", form: name });

interface Member {
  readonly level: number;
  readonly parent_level: number;
  readonly effective_level: number;
  readonly parent_membership_id: string | null;
  readonly user: { readonly uuid: string } | null;
}

describe("the format of lists without pages", () => {
  it("is an envelope for lists that are bare by default", async () => {
    const { bodyOf } = withFaults(createFormatFault("envelope"));
    const usual = await withFaults().bodyOf(MEMBERS);
    expect(await bodyOf(MEMBERS)).toEqual({ count: 25, next: null, previous: null, results: usual });
    expect(await bodyOf(VALUES)).toEqual({
      refreshing: false,
      results: [{ name: "google" }, { name: "google-ads" }],
    });
  });

  it("is bare for lists that have an envelope by default", async () => {
    const { bodyOf } = withFaults(createFormatFault("bare"));
    expect(await bodyOf(PROPERTIES)).toEqual((await withFaults().bodyOf(PROPERTIES)).results);
  });

  it("is the first record alone, or an empty array when there is none", async () => {
    const { bodyOf } = withFaults(createFormatFault("single"));
    const [first] = await withFaults().bodyOf(MEMBERS);
    expect(await bodyOf(MEMBERS)).toEqual(first);
    expect(await bodyOf("/environments/3/explicit_members/")).toEqual([]);
  });

  it("does not affect paginated lists", async () => {
    const { bodyOf } = withFaults(createFormatFault("bare"));
    expect(await bodyOf(`${PROJECT}subscriptions/?limit=1`)).toHaveProperty("count");
  });

  it.each([{ form: "spiral" }, {}])("rejects the setting %j", (setting) => {
    const { emulator } = withFaults();
    expect(() => emulator.faults.set([{ endpoint: "*", kind: "list-form", ...setting }])).toThrow(RangeError);
  });
});

describe("members with an unknown level", () => {
  it("are some of the plain members, in the list and in single reads", async () => {
    const { bodyOf } = withFaults({ endpoint: "*", kind: "member-level" });
    const rows: readonly Member[] = await bodyOf(MEMBERS);
    const bent = rows.filter(({ level }) => level === 4);
    expect(bent.length).toBeGreaterThan(0);
    expect(rows.some(({ level }) => level === 1)).toBe(true);
    for (const row of bent) {
      expect(row.effective_level).toBe(Math.max(4, row.parent_level));
      expect(await bodyOf(`${MEMBERS}${row.user?.uuid}/`)).toEqual(row);
    }
  });

  it("have the given level", async () => {
    const { bodyOf } = withFaults({ endpoint: "*", kind: "member-level", level: 3 });
    const rows: readonly Member[] = await bodyOf(MEMBERS);
    expect(new Set(rows.map(({ level }) => level))).toEqual(new Set([1, 3, 8]));
  });

  it("reject a fractional level", () => {
    const { emulator } = withFaults();
    const half = { endpoint: "*", kind: "member-level", level: 0.5 };
    expect(() => emulator.faults.set([half])).toThrow(RangeError);
  });
});

describe("members without a person", () => {
  it("are listed with a null user", async () => {
    const { bodyOf } = withFaults({ endpoint: "*", kind: "member-left" });
    const rows: readonly Member[] = await bodyOf(MEMBERS);
    const left = rows.filter(({ user }) => user === null);
    expect(rows).toHaveLength(25);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(25);
    for (const { parent_membership_id } of left) expect(parent_membership_id).toBeNull();
  });
});
