import { expect, it } from "vitest";
import { addFailureTitle, personIssueMessage } from "./parse-people";

it.each([
  [{ kind: "unrecognized" }, "“ana” isn't an email or UUID. Choose a suggestion or paste a UUID."],
  [{ kind: "stranger" }, "“ana” isn't in the organization. Invite them on the server first."],
  [{ kind: "ambiguous" }, "“ana” belongs to several people. Enter a UUID instead."],
  [{ kind: "unknown" }, "Couldn't find “ana”. Enter the person's UUID instead."],
  [{ kind: "self" }, "“ana” is you. You can't add yourself."],
  [{ kind: "member", name: "Ana Ferreira" }, "“ana” (Ana Ferreira) is already a member."],
  [
    { kind: "ruled", name: "Ana Ferreira" },
    "“ana” (Ana Ferreira) already has an explicit level. Change it in the list.",
  ],
  [{ kind: "duplicate", other: "ANA" }, "“ana” is the same person as “ANA”. Remove one of them."],
] as const)("says why a person can't be added, and what to do: $0.kind", (issue, message) => {
  expect(personIssueMessage("ana", issue)).toBe(message);
});

it("says whether adding failed or can't be confirmed", () => {
  expect(addFailureTitle([{ name: "Ana" }], false)).toBe("Couldn't add Ana");
  expect(addFailureTitle([{ name: "Ana" }], true)).toBe("Couldn't confirm that Ana was added");
  expect(addFailureTitle([{ name: "Ana" }, { name: "Bo" }], true)).toBe(
    "Couldn't confirm that all members were added",
  );
});
