import { expect, it } from "vitest";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { buildSubscription } from "@/testing/build-subscription";
import { planRecipientRemovals } from "./plan-removals";
import { createRecipientIndex } from "./recipient-index";

const NOW = new Date("2026-11-21T10:00:00Z");

it("removes several recipients with one change and keeps the others unchanged", () => {
  const records = [
    buildSubscription({ id: 1, target_value: " Bo@X.co ,ana@x.co, ANA@X.CO,cy@x.co,Dee@x.co" }),
    buildSubscription({ id: 2, target_value: "cy@x.co,eve@x.co" }),
    buildSubscription({ id: 3, target_value: "ana@x.co,cy@x.co" }),
    buildSubscription({ id: 4, target_value: "ana@x.co" }),
    buildSubscription({ id: 5, target_value: "eve@x.co" }),
  ];
  const rows = runToCompletion(createRecipientIndex().update(records, NOW.getTime()));
  const removedRecipients = rows.filter(({ address }) =>
    ["ana@x.co", "cy@x.co"].includes(address.toLowerCase()),
  );
  const changes = planRecipientRemovals(removedRecipients, NOW);
  expect(changes.toSorted((a, b) => Number(a.key) - Number(b.key))).toMatchObject([
    { key: "1", kind: "change", before: records[0], body: { target_value: " Bo@X.co ,Dee@x.co" } },
    { key: "2", kind: "change", before: records[1], body: { target_value: "eve@x.co" } },
    {
      key: "3",
      kind: "impossible",
      why: expect.stringContaining("The selected recipients are the only ones"),
    },
    { key: "4", kind: "impossible", why: expect.stringContaining("only recipient") },
  ]);
  expect(changes).toHaveLength(4);
});
