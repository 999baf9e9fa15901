import { describe, expect, it } from "vitest";
import { samplePerson } from "@/testing/build-member";
import { sampleSubscription } from "@/testing/build-subscription";
import { deliveriesOf, searchByMaker } from "./subscriptions-of-member";

const mei = { uuid: samplePerson().uuid ?? "", email: "mei@example.com" };
const ids = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id);

const records = [
  sampleSubscription({ id: 1, target_value: "a@x.co, MEI@Example.com ", created_by: null }),
  sampleSubscription({ id: 2, target_value: "not-mei@example.com", created_by: null }),
  sampleSubscription({ id: 3, target_type: "slack", target_value: "mei@example.com", created_by: null }),
  sampleSubscription({ id: 4, target_value: "a@x.co", created_by: samplePerson() }),
  sampleSubscription({
    id: 5,
    target_value: "a@x.co",
    created_by: samplePerson({ uuid: null, email: "Mei@example.com" }),
  }),
  sampleSubscription({ id: 6, target_value: "a@x.co", created_by: samplePerson({ uuid: "other" }) }),
];

describe("the deliveries of a person", () => {
  it("are those by e-mail in every spelling, and those they made", () => {
    const { received, created } = deliveriesOf(records, mei);
    expect(ids(received)).toEqual([1]);
    expect(ids(created)).toEqual([4, 5]);
  });

  it("are found by the UUID alone where nobody knows an address", () => {
    const { received, created } = deliveriesOf(records, { ...mei, email: "" });
    expect(received).toEqual([]);
    expect(ids(created)).toEqual([4]);
  });

  it("that they made are found in the list by address, else by name, else not at all", () => {
    const made = (person: Partial<ReturnType<typeof samplePerson>>) => [
      sampleSubscription({ id: 1, created_by: samplePerson(person) }),
    ];
    const named = { first_name: "Mei", last_name: "Chen", email: "" };
    expect(searchByMaker(made(named), " mei@example.com ")).toBe("by:mei@example.com");
    expect(searchByMaker(made(named), "")).toBe('by:"Mei Chen"');
    expect(searchByMaker(made({ first_name: "", last_name: "", email: "" }), "")).toBeNull();
    expect(searchByMaker([], "")).toBeNull();
  });
});
