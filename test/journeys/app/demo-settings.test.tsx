import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { SCENARIO_OPTIONS } from "@/app/settings/settings.page";
import { SCENARIOS } from "@/mocks/scenarios";
import { renderApp } from "../support/render-app";
import { createSubscriptions, LIST_URL, setUpJourneys, WEEKLY } from "../support/subscriptions-setup";

setUpJourneys();

type App = Awaited<ReturnType<typeof renderApp>>;

async function goTo({ user }: App, page: "Settings" | "Subscriptions") {
  await user.click(
    within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: page }),
  );
  await screen.findByRole("heading", { level: 1, name: page });
}

const REMOVE = "Remove: 403 missing scope · subscriptions.list";
const FORBIDDEN = "The API key is missing the scope subscription:read";

test("adds and removes demo faults, of all scenarios of the mocks", async () => {
  expect(SCENARIO_OPTIONS.map(({ value }) => value).sort()).toEqual(Object.keys(SCENARIOS).sort());
  // Starts on the settings page, so that the list isn't cached before the fault is added.
  const other = { endpoint: "webVitals.get", name: "empty" } as const;
  const app = await renderApp({ path: "/settings", scenarios: [other] });
  const { user } = app;
  await user.selectOptions(await screen.findByLabelText("Fault"), "403 missing scope");
  await user.selectOptions(screen.getByLabelText("Endpoint"), "subscriptions.list");
  await user.click(screen.getByRole("button", { name: "Add fault" }));
  await screen.findByRole("button", { name: REMOVE });
  await waitFor(() =>
    expect(app.scenarios()).toEqual([other, { endpoint: "subscriptions.list", name: "missing-scope" }]),
  );

  await goTo(app, "Subscriptions");
  expect(await screen.findByRole("heading", { level: 2, name: FORBIDDEN })).toBeInTheDocument();
  expect(screen.queryAllByRole("row")).toEqual([]);

  await goTo(app, "Settings");
  await user.click(await screen.findByRole("button", { name: REMOVE }));
  await waitFor(() => expect(app.scenarios()).toEqual([other]));
  expect(screen.queryByRole("button", { name: REMOVE })).not.toBeInTheDocument();
  await goTo(app, "Subscriptions");
  // The first row is the header.
  await waitFor(() => expect(screen.getAllByRole("row").length).toBeGreaterThan(1));
  expect(screen.queryByRole("heading", { name: FORBIDDEN })).not.toBeInTheDocument();
});

test("changes the age of the demo server, and resets its data", async () => {
  const { mocks } = await createSubscriptions(WEEKLY);
  const app = await renderApp({ path: LIST_URL, mocks });
  await screen.findByText(WEEKLY.title);
  await goTo(app, "Settings");
  const select = await screen.findByLabelText("Server generation");
  expect(select).toHaveValue("contract");
  await app.user.selectOptions(select, "2026");
  await waitFor(() => expect(app.mocks.db.profile).toBe("newer"));
  expect(select).toHaveValue("newer");
  const sentBefore = app.sent.length;
  await goTo(app, "Subscriptions");
  expect(await screen.findByText(WEEKLY.title)).toBeInTheDocument();
  // Changing the generation discards the cached list, so the app loads it again.
  expect(app.sent.slice(sentBefore).some(({ path }) => path.endsWith("/subscriptions/"))).toBe(true);

  await goTo(app, "Settings");
  await app.user.click(screen.getByText("Reset demo data"));
  const question = await screen.findByRole("dialog", { name: "Reset the demo data?" });
  await app.user.click(within(question).getByText("Reset demo data"));
  await screen.findByText("Demo data reset");
  await goTo(app, "Subscriptions");
  await screen.findByText("No subscriptions yet");
  expect(screen.queryByText(WEEKLY.title)).not.toBeInTheDocument();
});
