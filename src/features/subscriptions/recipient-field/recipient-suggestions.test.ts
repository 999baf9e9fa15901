import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import { listUsedRecipients, markRecipient, suggestRecipients } from "./recipient-picker";

const MEI = { name: "Mei Tanaka", email: "mei@x.co", organizationLevel: 1, isMember: true };
const BO = { name: "Bo Lind", email: "bo@x.co" };
const USED = [
  { channel: "email", recipient: "BO@x.co", count: 1 },
  { channel: "email", recipient: "team@x.co", count: 3 },
  { channel: "slack", recipient: "C01|#reports", count: 2 },
];
const suggest = (text: string, includesUnused = true) =>
  suggestRecipients(text, USED, [BO, MEI], includesUnused).map(({ recipient, name }) => [recipient, name]);

it("listUsedRecipients counts subscriptions, without Trash and repeated addresses", () => {
  const used = listUsedRecipients([
    buildSubscription({ target_value: "ana@x.co, Ana@x.co,bo@x.co" }),
    buildSubscription({ target_value: "bo@x.co" }),
    buildSubscription({ target_value: "bo@x.co", deleted: true }),
  ]);
  expect(used.map(({ recipient, count }) => [recipient.toLowerCase(), count])).toEqual([
    ["bo@x.co", 2],
    ["ana@x.co", 1],
  ]);
});

describe("suggestRecipients", () => {
  it("finds people and addresses by name and address, each once", () => {
    expect(suggest("tan")).toEqual([["mei@x.co", "Mei Tanaka"]]);
    expect(suggest("lind bo")).toEqual([["BO@x.co", "Bo Lind"]]);
    expect(suggest("report")).toEqual([["C01|#reports", "#reports"]]);
  });

  it("lists matches at the start first, then the most frequent ones", () => {
    expect(suggest("m").map(([recipient]) => recipient)).toEqual(["mei@x.co", "team@x.co"]);
    expect(suggest("").map(([recipient]) => recipient)).toEqual([
      "team@x.co",
      "C01|#reports",
      "BO@x.co",
      "mei@x.co",
    ]);
  });

  it("leaves out people without an address in use where only those fit", () => {
    expect(suggest("mei", false)).toEqual([]);
    expect(suggest("lind", false)).toEqual([["BO@x.co", "Bo Lind"]]);
  });
});

describe("markRecipient", () => {
  const book = { people: [MEI], isComplete: true, isAccessKnown: true, ownDomains: ["x.co"] };

  it("marks addresses outside the own domains and of nobody in the organization", () => {
    expect(markRecipient("mei@x.co", book)).toBeNull();
    expect(markRecipient("ana@elsewhere.co", book)).toBe("outside");
    expect(markRecipient("ana@mail.x.co", book)).toBe("unknown");
  });

  it("marks people who can't open the project, but no administrators of the organization", () => {
    const markPerson = (
      person: { isMember?: boolean; organizationLevel?: number | null; effectiveLevel?: number | null },
      isAccessKnown = true,
    ) =>
      markRecipient("Mei@x.co", { ...book, people: [{ ...MEI, isMember: false, ...person }], isAccessKnown });
    expect(markPerson({})).toBe("no-access");
    expect(markPerson({ isMember: true })).toBeNull();
    expect(markPerson({ organizationLevel: 8 })).toBeNull();
    expect(markPerson({}, false)).toBeNull();
    // An unknown level may grant access.
    expect([markPerson({ organizationLevel: 4 }), markPerson({ organizationLevel: null })]).toEqual([
      null,
      null,
    ]);
    // The server's level takes precedence.
    expect([markPerson({ effectiveLevel: 1 }), markPerson({ effectiveLevel: null })]).toEqual([null, null]);
    expect(markPerson({ isMember: true, effectiveLevel: 0 })).toBe("no-access");
  });

  it("marks nothing that isn't known", () => {
    expect(markRecipient("ana@elsewhere.co", { ...book, ownDomains: [], isComplete: false })).toBeNull();
    expect(markRecipient("ana@", book)).toBeNull();
    expect(markRecipient("#reports", book)).toBeNull();
  });
});
