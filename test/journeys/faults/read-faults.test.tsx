import { expect, test } from "vitest";
import { routePaths } from "@/app/routes/route-table";
import { tryReadings } from "./read-fault-cases";
import { DELIVERY_READINGS, OTHER_READINGS } from "./read-fault-pages";

/** Routes that read nothing by themselves, each with what drives their failures. */
const READ_NOTHING: Readonly<Record<string, string>> = {
  "/connect": "the way in: connect.test.tsx, failures-connecting.spec.ts",
  "/settings": "shows what this browser keeps",
  "/p/:projectId/journal": "shows what this browser has noted",
  "/p/:projectId/regex": "asks when it is told to: regex.test.tsx",
};

test("every route has a row of its own, or a reason for none", () => {
  const rows = [...DELIVERY_READINGS, ...OTHER_READINGS].map(({ route }) => route);
  const all = new Set([...rows, ...Object.keys(READ_NOTHING)]);
  expect([...all].toSorted()).toEqual(routePaths.toSorted());
});

tryReadings(OTHER_READINGS);
