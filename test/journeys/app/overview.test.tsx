import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { createMockServer, hold } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { goTo, renderApp } from "../support/render-app";
import { createSubscriptions, setUpJourneys, WEEKLY } from "../support/subscriptions-setup";
import { storeFromOtherTab } from "../support/web-vitals-setup";

setUpJourneys();

const OVERVIEW = "/p/3";
const section = (name: string) => screen.findByRole("region", { name });

test("links the next deliveries, the problems and their pages", async () => {
  // Today is a Saturday. The Saturday delivery is within a day, but the Monday delivery isn't.
  const { mocks, ids } = await createSubscriptions(
    { ...WEEKLY, byweekday: ["saturday"], start_date: "2026-11-07T12:00:00Z", title: "Saturday numbers" },
    WEEKLY,
    { ...WEEKLY, until_date: "2026-11-24T08:00:00Z", title: "Last week" },
    {
      ...WEEKLY,
      byweekday: ["saturday"],
      start_date: "2026-11-07T12:00:00Z",
      title: "Saturday webhook",
      target_type: "webhook",
      target_value: "https://hooks.example.com/a",
    },
  );
  await renderApp({ path: OVERVIEW, mocks });
  const deliveries = await section("Next 24 hours");
  expect(await within(deliveries).findByRole("link", { name: "Saturday numbers" })).toHaveAttribute(
    "href",
    `/p/3/subscriptions/${ids[0]}`,
  );
  expect(await within(deliveries).findByText("Growth overview")).toBeInTheDocument();
  expect(within(deliveries).queryByRole("link", { name: "Weekly figures" })).not.toBeInTheDocument();
  expect(within(deliveries).queryByRole("link", { name: "Saturday webhook" })).not.toBeInTheDocument();
  expect(within(deliveries).getByRole("link", { name: "Calendar" })).toHaveAttribute("href", "/p/3/calendar");
  const health = await section("Needs attention");
  expect(await within(health).findByRole("link", { name: "1 ending soon" })).toHaveAttribute(
    "href",
    "/p/3/subscriptions?q=is%3Aending",
  );
  expect(within(health).getByRole("link", { name: "1 never delivers" })).toBeInTheDocument();
});

test("shows one failure when the server is unavailable, and otherwise says in each section that there is nothing", async () => {
  const mocks = createMockServer({ now: () => TEST_TIME });
  server.use(refuse("*", 500));
  const { user } = await renderApp({ path: OVERVIEW, mocks, sleep: () => Promise.resolve() });
  await screen.findByRole("alert");
  mocks.resetHandlers();
  await user.click(screen.getByText("Try again"));
  await screen.findByText("No subscriptions yet.");
  await screen.findByText("No problems found.");
  await screen.findByText("No exports are generating, and none have failed.");
  screen.getByText("Add pages to the web vitals board to see the slowest ones.");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("counts subscriptions that the server paused, and ranks the slowest pages once all of them are known", async () => {
  const mocks = createMockServer({ profile: "newer", now: () => TEST_TIME });
  const held = hold("webVitals.get", "checkout");
  server.use(held.handler);
  await renderApp({ path: "/p/1/vitals", mocks });
  const board = ["/pricing", "/checkout", "/app/dashboard"];
  await storeFromOtherTab("environs.vital-paths.demo.1", { board, seen: board });
  await screen.findByText("2 of 3 loaded");
  await goTo("/p/1");
  const slowest = within(await section("Slowest pages"));
  slowest.getByText("Loading");
  expect(slowest.queryByRole("list")).not.toBeInTheDocument();
  held.release();
  await slowest.findByRole("link", { name: "/app/dashboard" });
  slowest.getByRole("link", { name: "/checkout" });
  const paused = await within(await section("Needs attention")).findByText("1 paused by the server");
  expect(paused.closest("a")).toHaveAttribute("href", "/p/1/health");
});
