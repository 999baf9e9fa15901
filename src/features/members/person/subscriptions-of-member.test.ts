import { buildSubscription, buildUser } from "@test/support/builders";
import { expect, it } from "vitest";
import { createdByQuery, findSubscriptionsOfMember } from "./person-subscriptions";

const mei = { uuid: buildUser().uuid ?? "", email: "mei@example.com" };
const ids = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id);

const records = [
  buildSubscription({ id: 1, target_value: "a@x.co, MEI@Example.com ", created_by: null }),
  buildSubscription({ id: 2, target_value: "not-mei@example.com", created_by: null }),
  buildSubscription({ id: 3, target_type: "slack", target_value: "mei@example.com", created_by: null }),
  buildSubscription({ id: 4, target_value: "a@x.co", created_by: buildUser() }),
  buildSubscription({
    id: 5,
    target_value: "a@x.co",
    created_by: buildUser({ uuid: null, email: "Mei@example.com" }),
  }),
  buildSubscription({ id: 6, target_value: "a@x.co", created_by: buildUser({ uuid: "other" }) }),
];

it("finds subscriptions by any form of the email, and created ones", () => {
  const { received, created } = findSubscriptionsOfMember(records, mei);
  expect(ids(received)).toEqual([1]);
  expect(ids(created)).toEqual([4, 5]);
});

it("finds created subscriptions by UUID without an email", () => {
  const { received, created } = findSubscriptionsOfMember(records, { ...mei, email: "" });
  expect(received).toEqual([]);
  expect(ids(created)).toEqual([4]);
});

it("finds an internationalized domain in both forms", () => {
  const received = (target_value: string, email: string) =>
    findSubscriptionsOfMember([buildSubscription({ target_value })], { ...mei, email }).received.length;
  expect(received("a@x.co,mei@bücher.de", "mei@xn--bcher-kva.de")).toBe(1);
  expect(received("mei@xn--bcher-kva.de", "Mei@Bücher.de")).toBe(1);
});

it("builds a query for created subscriptions by email or name", () => {
  const buildCreated = (person: Partial<ReturnType<typeof buildUser>>) => [
    buildSubscription({ id: 1, created_by: buildUser(person) }),
  ];
  const named = { first_name: "Mei", last_name: "Chen", email: "" };
  expect(createdByQuery(buildCreated(named), " mei@example.com ")).toBe("by:mei@example.com");
  expect(createdByQuery(buildCreated(named), "")).toBe('by:"Mei Chen"');
  expect(createdByQuery(buildCreated({ first_name: "", last_name: "", email: "" }), "")).toBeNull();
  expect(createdByQuery([], "")).toBeNull();
});
