import { parseBody } from "@test/support/builders";
import { expect, it } from "vitest";
import { listDeliveries } from "./deliveries";

const parsePage = (body: unknown) => parseBody(listDeliveries, body);

it.each([
  [
    "https://eu.posthog.com/api/projects/1/subscriptions/7/deliveries/?cursor=cD0x%2B5&status=failed",
    "cD0x+5",
  ],
  ["/api/projects/1/subscriptions/7/deliveries/?status=failed&cursor=abc", "abc"],
  ["https://eu.posthog.com/api/projects/1/subscriptions/7/deliveries/", null],
  [null, null],
  [7, null],
])("takes only the cursor of the link %j", (next, cursor) => {
  expect(parsePage({ next, results: [] }).next).toBe(cursor);
});

it("fills in missing fields, and keeps unknown values", () => {
  const [delivery] = parsePage({ results: [{ id: "a", status: "queued", retries: 2 }] }).results;
  expect(delivery).toMatchObject({
    status: "queued",
    retries: 2,
    trigger_type: "",
    created_at: null,
    exported_asset_ids: [],
    recipient_results: [],
  });
});

it("separates deliveries in an unknown format", () => {
  const page = parsePage({ results: [{ id: "a", recipient_results: "all" }, { id: "b" }] });
  expect(page.results.map(({ id }) => id)).toEqual(["b"]);
  expect(page.broken.map(({ index }) => index)).toEqual([0]);
});
