import { expect, it } from "vitest";
import { buildSourceUrl } from "./source-names";

const SERVER = "https://eu.posthog.com";
const insight = { dashboard: null, insight: 7 };

it("builds the addresses of dashboards and insights, as far as they are known", () => {
  const shortIds = new Map([[7, "BaAJDdXA"]]);
  expect(buildSourceUrl(SERVER, "12", { dashboard: 201, insight: null }, shortIds)).toBe(
    "https://eu.posthog.com/project/12/dashboard/201",
  );
  expect(buildSourceUrl(SERVER, "12", insight, shortIds)).toBe(
    "https://eu.posthog.com/project/12/insights/BaAJDdXA",
  );
  expect(buildSourceUrl(SERVER, "12", { ...insight, insight_short_id: "a/b" }, new Map())).toBe(
    "https://eu.posthog.com/project/12/insights/a%2Fb",
  );
  expect(buildSourceUrl(SERVER, "12", insight, new Map())).toBeNull();
  expect(buildSourceUrl("", "12", { dashboard: 201, insight: null }, shortIds)).toBeNull();
});
