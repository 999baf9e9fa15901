import { waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createEmulator, type Emulator } from "@/emulator/hosts/emulator";
import { TEST_TIME } from "../../test-time";
import { renderApp } from "../support/render-app";
import { setUpJourneys } from "../support/subscriptions-setup";
import { expectPageIntact, goTo } from "./fault-setup";
import { OTHER_READ_PAGES, SUBSCRIPTION_READ_PAGES } from "./read-fault-pages";

setUpJourneys();
// Visits about twenty pages in one running app, possibly on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const CATALOG = ["dashboards.list", "dashboards.get", "insights.list", "insights.get"];
const PAGES = [...SUBSCRIPTION_READ_PAGES, ...OTHER_READ_PAGES].filter(
  ({ generation }) => generation === undefined,
);
const SOURCES = PAGES.find(({ name }) => name === "the sources") ?? expect.fail();

async function visitAllPages(emulator: Emulator) {
  const { sent } = await renderApp({ path: "/p/1/nowhere", emulator });
  for (const { name, path, ready } of PAGES) {
    await goTo(path);
    await waitFor(() => expect({ name, text: ready() ? "" : readText() }).toEqual({ name, text: "" }));
    expectPageIntact();
    expect({ name, alert: document.querySelector("main [role=alert]")?.textContent }).toEqual({ name });
  }
  expect(sent.some(({ path }) => /\/(?:dashboards|insights)\//.test(path))).toBe(true);
}

const readText = () => document.querySelector("main")?.textContent ?? "";

test.each([
  [403, "You do not have permission to perform this action."],
  [404, "Endpoint not found."],
  [500, "A server error occurred."],
])("every page works without names: %i", async (status, detail) => {
  const emulator = createEmulator({ now: () => TEST_TIME });
  emulator.faults.set(CATALOG.map((endpoint) => ({ endpoint, kind: "status", status, detail })));
  await visitAllPages(emulator);
  await goTo(SOURCES.path);
  await waitFor(() => expect(readText()).toContain("Dashboard 201"));
});

test("every page works before the names arrive, and shows them then", async () => {
  const emulator = createEmulator({ now: () => TEST_TIME });
  emulator.holds.set(CATALOG.map((endpoint) => ({ endpoint })));
  await visitAllPages(emulator);
  await goTo(SOURCES.path);
  await waitFor(() => expect(readText()).toContain("Dashboard 201"));
  expect(emulator.holds.held().length).toBeGreaterThan(0);
  emulator.holds.clear();
  await waitFor(() => expect(readText()).toContain("Growth overview"));
});
