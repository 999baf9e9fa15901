import { buildSubscription } from "@test/support/builders";
import { expect, it } from "vitest";
import { getAffectedRecipients, listSpellings } from "./plan-bulk-changes";

const records = ["ana@x.co,ben@x.co", " Ana@X.co ,ana@x.co", "cleo@x.co"].map((target_value) =>
  buildSubscription({ target_type: "email", target_value }),
);

it("lists every form that differs from the chosen one, if any", () => {
  expect(listSpellings(records, ["ana@x.co"])).toEqual(["ana@x.co", "Ana@X.co"]);
  expect(listSpellings(records, ["BEN@x.co", "cleo@x.co"])).toEqual(["ben@x.co"]);
  expect(listSpellings(records, ["cleo@x.co"])).toEqual([]);
});

it("never names a webhook in full", () => {
  const secret = "https://hooks.x.co/T024/kZ81qP";
  const webhook = buildSubscription({ target_type: "webhook", target_value: secret });
  expect(listSpellings([...records, webhook], ["ana@x.co", secret])).toEqual(["ana@x.co", "Ana@X.co"]);
});

it("returns the recipients of an operation", () => {
  expect(getAffectedRecipients({ kind: "remove-recipient", recipient: "ana@x.co" })).toEqual(["ana@x.co"]);
  expect(
    getAffectedRecipients({
      kind: "replace-recipients",
      pairs: [{ recipient: "a@x.co", replacement: "b@x.co" }],
    }),
  ).toEqual(["a@x.co"]);
  expect(getAffectedRecipients({ kind: "add-recipient", recipient: "ana@x.co" })).toEqual([]);
});
