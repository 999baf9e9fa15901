import { describe, expect, it } from "vitest";
import { contractEndpoints } from "@/api/endpoints";
import { CONTRACT_ROUTES, described, OTHER_ROUTES } from "./contract-routes";
import { readExchanges } from "./recorded-exchanges";

const exchanges = readExchanges();
/**
 * Statuses of successful requests, unless the status is 200. DELETE for a subscription always
 * returns 405.
 */
const SUCCESS: Readonly<Record<string, number>> = {
  "subscriptions.create": 201,
  "subscriptions.delete": 405,
  "subscriptions.testDelivery": 202,
  "members.create": 201,
  "members.delete": 204,
  "exports.create": 201,
};

describe("the recorded exchanges", () => {
  it.each([...CONTRACT_ROUTES, ...OTHER_ROUTES])("include a success and an error of %s", (id) => {
    const success = SUCCESS[id] ?? 200;
    const own = exchanges.filter(({ endpoint, variant }) => endpoint === id && !variant);
    const statuses = own.map(({ response }) => response.status);
    expect(statuses).toContain(success);
    expect(statuses.filter((status) => status >= 400 && status !== success)).not.toHaveLength(0);
  });

  it("contain no key except the demo's", () => {
    const keys = exchanges.flatMap(({ request }) => request.headers["Authorization"] ?? []);
    for (const key of keys)
      expect(key).toMatch(
        /^Bearer phx_(demo_(all|read|write|none|project1|project3|legacy)|rolled_away|unknown)$/,
      );
  });
});

describe("the described endpoints", () => {
  const toRouteRows = (list: readonly { id: string; method: string; path: string }[]) =>
    list.map(({ id, method, path }) => [id, method, path]);

  it("match the contract's table, and add only the project list, lookups and past deliveries", () => {
    expect(toRouteRows(contractEndpoints)).toEqual(CONTRACT_ROUTES);
    expect(toRouteRows(described)).toEqual([...CONTRACT_ROUTES, ...OTHER_ROUTES]);
  });
});
