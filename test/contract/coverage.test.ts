import { describe, expect, it } from "vitest";
import { contractEndpoints } from "@/contract/endpoints";
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

  it("use only existing endpoints", () => {
    const known: readonly (string | null)[] = [...CONTRACT_ROUTES, ...OTHER_ROUTES].map(([id]) => id);
    const unknown = exchanges.filter(({ endpoint }) => endpoint !== null && !known.includes(endpoint));
    expect(unknown.map(({ file }) => file)).toEqual([]);
  });

  it("include every kind of error", () => {
    const shown = exchanges.map(({ response }) => {
      const { body } = response;
      const code = typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
      return `${response.status} ${code}`;
    });
    expect(shown).toEqual(
      expect.arrayContaining([
        "400 required",
        "400 blank",
        "400 null",
        "400 invalid_choice",
        "400 max_length",
        "400 does_not_exist",
        "400 invalid_input",
        "401 not_authenticated",
        "401 authentication_failed",
        "402 payment_required",
        "403 permission_denied",
        "404 not_found",
        "405 ",
        "429 throttled",
        "500 error",
      ]),
    );
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

  it("match the contract's table", () => {
    expect(CONTRACT_ROUTES).toHaveLength(18);
    expect(toRouteRows(contractEndpoints)).toEqual(CONTRACT_ROUTES);
  });

  it("add only the project list, lookups and past deliveries", () => {
    expect(toRouteRows(described)).toEqual([...CONTRACT_ROUTES, ...OTHER_ROUTES]);
  });

  it("require the contract's scopes", () => {
    const scopes = Object.fromEntries(
      contractEndpoints.flatMap((endpoint) => ("scope" in endpoint ? [[endpoint.id, endpoint.scope]] : [])),
    );
    expect(scopes).toEqual({
      "subscriptions.list": "subscription:read",
      "subscriptions.get": "subscription:read",
      "subscriptions.create": "subscription:write",
      "subscriptions.update": "subscription:write",
      "subscriptions.delete": "subscription:write",
      "webVitals.get": "query:read",
      "exports.list": "export:read",
      "exports.get": "export:read",
      "exports.content": "export:read",
      "exports.create": "export:write",
    });
  });
});
