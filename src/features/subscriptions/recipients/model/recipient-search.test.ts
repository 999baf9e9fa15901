import { buildSubscription, findRows } from "@test/support/builders";
import { expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { NO_NAMES } from "@/lib/search/record-schema";
import { groupByRecipient } from "./recipient-index";
import { createRecipientSearch } from "./recipient-search";

const NOW = Date.parse("2026-11-21T10:00:00Z");

function recipients() {
  const bodies: readonly Partial<Subscription>[] = [
    { target_value: "ana@x.co, Bo@mail.x.co,eve@other.example" },
    { target_value: "ANA@x.co", frequency: "daily", byweekday: null, interval: 2 },
    { target_value: "#general", target_type: "slack", next_delivery_date: null },
    { target_value: "https://hooks.other.example/a", target_type: "webhook", frequency: "monthly" },
    { target_value: "https://notx.co/a", target_type: "teams", frequency: "monthly" },
  ];
  const records = bodies.map((fields, id) => buildSubscription({ id, ...fields }));
  return runToCompletion(groupByRecipient({ records, now: NOW }));
}

function findAddresses(query: string, ownDomains: readonly string[] = [], sort = "") {
  const personName = (_channel: string, address: string) => (address === "Bo@mail.x.co" ? "Zoe Bond" : null);
  const search = createRecipientSearch(ownDomains, personName);
  return findRows(search, recipients(), query, { sort, now: NOW }).map(({ address }) => address);
}

it.each([
  ["zoe", ["Bo@mail.x.co"]],
  ["domain:x.co -domain:notx.co", ["ana@x.co", "Bo@mail.x.co"]],
  ["channel:webhook,teams", ["https://hooks.other.example/a", "https://notx.co/a"]],
  ["type:slack", ["#general"]],
  ["domain:none", ["#general"]],
  ["deliveries:>1", ["ana@x.co"]],
  ["week:4.5", ["ana@x.co"]],
  ["is:idle", ["#general", "https://hooks.other.example/a"]],
  ["next:any -type:email", ["https://notx.co/a"]],
])("%s", (query, addresses) => {
  expect(findAddresses(query)).toEqual(addresses);
});

it("finds displayed states, and marks none without own domains", () => {
  expect(findAddresses("external", ["x.co"])).toEqual(findAddresses("is:outside", ["x.co"]));
  expect(findAddresses("internal", ["x.co"])).toEqual(findAddresses("is:own", ["x.co"]));
  expect(findAddresses("ended")).toEqual(["#general"]);
  expect(findAddresses("is:outside")).toEqual([]);
  expect(findAddresses("is:own")).toEqual([]);
});

it("treats subdomains as own, and channels as neither", () => {
  expect(findAddresses("is:own", ["x.co"])).toEqual(["ana@x.co", "Bo@mail.x.co"]);
  expect(findAddresses("is:outside", ["x.co"])).toEqual([
    "eve@other.example",
    "https://hooks.other.example/a",
    "https://notx.co/a",
  ]);
});

it("sorts numbers and text, empty values last, and suggests existing domains", () => {
  expect(findAddresses("", [], "-week")[0]).toBe("ana@x.co");
  expect(findAddresses("", [], "domain").at(-1)).toBe("#general");
  const items = createRecipientSearch([], () => null)
    .complete("domain:oth", 10, recipients(), NO_NAMES)
    .items.map(({ label }) => label);
  expect(items).toEqual(["other.example", "hooks.other.example"]);
});
