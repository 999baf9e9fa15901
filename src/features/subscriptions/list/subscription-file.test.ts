import { buildSubscription } from "@test/support/builders";
import { expect, it } from "vitest";
import { NO_NAMES } from "@/lib/search/record-schema";
import { subscriptionFileColumns } from "./subscription-list-download";

it("leaves the addresses of webhooks out of the CSV file", () => {
  const [column] = subscriptionFileColumns([{ id: "recipients", header: "Recipients" }], {
    zone: "UTC",
    now: new Date(0),
    names: NO_NAMES,
  });
  const cell = (target_type: string, target_value: string) =>
    column?.text(buildSubscription({ target_type, target_value }));
  expect(cell("webhook", "https://hooks.x.co/T024/kZ81qP")).toBe("hooks.x.co/…81qP");
  expect(cell("email", "ana@x.co,bo@x.co")).toBe("ana@x.co, bo@x.co");
});
