import { expect, it } from "vitest";
import { routePaths } from "@/app/route-table";
import { screens } from "../browser/screens";

it("are these, and a link that was sent once keeps working", () => {
  expect(routePaths).toMatchInlineSnapshot(`
    [
      "/connect",
      "/settings",
      "/p/:projectId/subscriptions",
      "/p/:projectId/subscriptions/new",
      "/p/:projectId/subscriptions/:id",
      "/p/:projectId/subscriptions/:id/edit",
    ]
  `);
});

it("are all visited by the accessibility tests", () => {
  expect(Object.keys(screens).toSorted()).toEqual(routePaths.toSorted());
});
