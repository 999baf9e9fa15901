import { buildSubscription } from "@test/support/builders";
import { expect, it } from "vitest";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { createRecipientIndex, recipientSubscriptionsUrl } from "./recipient-index";

it("searches for both forms of an internationalized domain", () => {
  const targets = ["ana@bücher.de", "Ana@bücher.de", "ana@bücher.de", "ana@xn--bcher-kva.de"];
  const records = targets.map((target_value, index) => buildSubscription({ id: index + 1, target_value }));
  const [recipient] = runToCompletion(createRecipientIndex().update(records, 0));
  if (recipient === undefined) throw new Error("There is no recipient.");
  const url = new URL(recipientSubscriptionsUrl("1", recipient), "https://console.example");
  expect(url.searchParams.get("q")).toBe("type:email to:ana@bücher.de,ana@xn--bcher-kva.de");
});
