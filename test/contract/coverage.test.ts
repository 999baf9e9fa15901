import { expect, it } from "vitest";
import { contractEndpoints } from "@/api/endpoints";
import { CONTRACT_ROUTES, described, OTHER_ROUTES } from "./contract-routes";

const toRouteRows = (list: readonly { id: string; method: string; path: string }[]) =>
  list.map(({ id, method, path }) => [id, method, path]);

it("the endpoints match the contract's table, and add only the project list, lookups and past deliveries", () => {
  expect(toRouteRows(contractEndpoints)).toEqual(CONTRACT_ROUTES);
  expect(toRouteRows(described)).toEqual([...CONTRACT_ROUTES, ...OTHER_ROUTES]);
});
