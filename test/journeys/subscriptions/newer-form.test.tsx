import { server } from "@/mocks/node";
// Tests the form on servers of 2026 (server-generations, 2026 fields).

import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { DEMO_CONNECTION_ID } from "@/app/connection/connection-storage";
import { storedQuietSaves } from "@/data/browser-storage/local-storage";
import { offline, refuse } from "@/mocks/scenarios";
import { storeDrafts } from "@/ui/overlay/use-unsaved-changes";
import { createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp, settle } from "../support/render-app";
import {
  fillField,
  findForm,
  openNewerForm,
  openPage,
  RECIPIENTS_LABEL,
  setUpJourneys,
} from "../support/subscriptions-setup";

setUpJourneys();

const LIST_URL = "/p/1/subscriptions";
/** The only dashboard with more insights than a subscription can select. */
const BOARD_PACK = "212";

const createNewer = () => createMockServer({ profile: "newer", now: () => TEST_TIME });

const openNew = (mocks: MockServer = createNewer()) => openNewerForm(mocks);

const selectedInsights = (form: Awaited<ReturnType<typeof findForm>>) =>
  within(form.getByRole("group", { name: "Insights" })).getAllByRole("checkbox", { checked: true });

it("learns a capability from a rejected creation in a project without subscriptions", async () => {
  const { user, writes } = await openPage("/p/3/subscriptions/new", "New subscription", createNewer());
  const form = await findForm();
  fillField(form, /^Dashboard name/, "201");
  fillField(form, RECIPIENTS_LABEL, "ana@example.com");
  await user.click(await form.findByText("Create and email 1 person"));
  await form.findByText(/Select at least one insight for this subscription/);
  await waitFor(() => expect(selectedInsights(form).length).toBeGreaterThan(0));
  await user.click(form.getByText("Create and email 1 person"));
  await screen.findByText("Created “Growth overview”");
  expect(writes()).toHaveLength(2);
});

describe("insights of a dashboard", () => {
  it("stay unselected when saving and reloading; this and the server's limit are said at the first of them", async () => {
    const { user, form, ...app } = await openNew();
    fillField(form, RECIPIENTS_LABEL, "ana@example.com");
    fillField(form, /^Dashboard name/, "201");
    await waitFor(() => expect(selectedInsights(form)).toHaveLength(4));
    for (const checkbox of selectedInsights(form)) await user.click(checkbox);
    await user.click(form.getByText("Create"));
    await form.findByText("Select at least one insight.");
    await settle();
    const [first = document.body] = within(form.getByRole("group", { name: "Insights" })).getAllByRole(
      "checkbox",
    );
    expect(first).toHaveFocus();
    expect(first).toHaveAccessibleDescription("0 of 4 selected. Select at least one insight.");
    form.getByText("0 of 4 selected.");
    expect(app.writes()).toEqual([]);

    expect(storeDrafts()).toBe(true);
    window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const path = window.location.pathname + window.location.search;
    await act(async () => cleanup());
    const { writes } = await renderApp({ path, mocks: app.mocks, isReload: true });
    await screen.findByText("Your input was restored");
    const restored = await findForm();
    await restored.findByText("0 of 4 selected.");
    await settle();
    restored.getByText("0 of 4 selected.");

    fillField(restored, /^Dashboard name/, BOARD_PACK);
    await restored.findByText("6 of 9 selected.");
    const [seventh = document.body] = restored.getAllByRole("checkbox", { checked: false });
    await user.click(seventh);
    await user.click(restored.getByText("Create"));
    await restored.findByText("Cannot select more than 6 insights.");
    expect(writes()).toHaveLength(1);
    const [selected = document.body] = selectedInsights(restored);
    expect(selected).toHaveFocus();
    expect(selected).toHaveAccessibleDescription("7 of 9 selected. Cannot select more than 6 insights.");
    expect(selected).toHaveAttribute("aria-invalid", "true");
  });

  it("are asked for by ID when their names fail, with separators and Backspace, and shown on another try", async () => {
    const mocks = createNewer();
    server.use(refuse("dashboards.get", 500));
    const { user, form, writes } = await openNew(mocks);
    fillField(form, /^Dashboard name/, "201");
    fillField(form, RECIPIENTS_LABEL, "ana@example.com");
    const ids = await form.findByRole("textbox", { name: /^Insight IDs/ });
    await form.findByText("Couldn't load names. Enter the IDs, or try again.");
    await user.type(ids, "12, 15,");
    expect(ids).toHaveAttribute("aria-invalid", "false");
    form.getByText("12");
    expect(ids).toHaveValue("");
    await user.type(ids, "{Backspace}");
    expect(ids).toHaveValue("15");
    await user.type(ids, "{Backspace}7");

    mocks.resetHandlers();
    await user.click(form.getByText("Try again"));
    const group = within(await form.findByRole("group", { name: "Insights" }));
    await group.findByLabelText("Insight 12 (not on the dashboard)");
    expect(group.getAllByRole("checkbox")[0]).toHaveFocus();
    await user.click(form.getByText("Create"));
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]?.body).toMatchObject({ dashboard_export_insights: [12, 17] });
  });
});

describe("the Slack workspace", () => {
  it("has a channel that is entered by hand where channels can't be listed, and gets nothing when it is created", async () => {
    const mocks = createNewer();
    server.use(refuse("integrations.channels", 403));
    const { user, form, sent, writes } = await openNew(mocks);
    act(() => storedQuietSaves.write(DEMO_CONNECTION_ID, "proven"));
    fillField(form, /^Dashboard name/, "201");
    fireEvent.change(form.getByLabelText("Channel"), { target: { value: "slack" } });
    await form.findByRole("option", { name: "Harbourline Partners" });
    fireEvent.change(form.getByLabelText(/^Slack workspace/), { target: { value: "62" } });
    const channel = await form.findByRole("combobox", { name: /^Slack channel/ });
    await waitFor(() => expect(sent.some(({ path }) => path.includes("/channels/"))).toBe(true));
    await user.click(channel);
    await user.paste("C0HARB6202|#resellers");
    expect(form.queryByRole("option", { name: "#resellers" })).toBeNull();
    await waitFor(() => expect(selectedInsights(form)).toHaveLength(4));
    form.getByText("Nothing is sent immediately.");
    form.getByText(/^If you choose “Create and send now”, /);
    await user.click(form.getByText("Create"));
    await screen.findByText("Created “Growth overview”");
    expect(writes()[0]?.body).toMatchObject({
      integration_id: 62,
      target_value: "C0HARB6202|#resellers",
      dashboard_export_insights: Array.from({ length: 4 }, () => expect.any(Number)),
      send_test_now: false,
    });
    expect(mocks.db.outbox).toEqual([]);
  });

  it("is asked for by ID when the names fail, keeps its channel until the ID was changed, and is named on another try", async () => {
    const mocks = createNewer();
    server.use(offline("integrations.list"));
    const { user, form } = await openNew(mocks);
    fireEvent.change(form.getByLabelText("Channel"), { target: { value: "slack" } });
    await form.findByText("Couldn't load names. Enter the ID, or try again.");
    const id = form.getByLabelText(/^Workspace ID/);
    await user.type(id, "62");
    const channel = form.getByRole("combobox", { name: /^Slack channel/ });
    await user.click(channel);
    await user.click(await form.findByRole("option", { name: "#resellers" }));
    await user.type(id, "3{Backspace}");
    await user.tab();
    expect(channel).toHaveValue("#resellers");
    await user.type(id, "{Backspace}1");
    expect(channel).toHaveValue("#resellers");
    await user.tab();
    expect(channel).toHaveValue("");

    await user.type(id, "{Backspace}2");
    mocks.resetHandlers();
    await user.click(form.getByRole("button", { name: "Try again" }));
    const workspace = await form.findByLabelText(/^Slack workspace/);
    expect(workspace).toHaveDisplayValue("Harbourline Partners");
    expect(workspace).toHaveFocus();
  });
});

it("editing a subscription on a server of 2026 keeps a Teams webhook, of which the server shows only the host", async () => {
  const mocks = createNewer();
  const { results } = await mocks.call("environments/1/subscriptions/?search=Sales%20figures");
  const { user, writes } = await openPage(`${LIST_URL}/${results[0].id}/edit`, "Edit “Sales figures”", mocks);
  const form = await findForm();
  expect(form.queryByRole("radio", { name: "Insight" })).toBeNull();
  const webhook = form.getByLabelText(/^Teams webhook URL/);
  expect(webhook).toHaveValue("");
  expect(webhook).toHaveAccessibleDescription(
    "Leave empty to keep the webhook at harbourline.webhook.office.com.",
  );
  fillField(form, /^Title/, "Sales figures of the week");
  await user.click(form.getByText("Save"));
  await screen.findByText("Saved “Sales figures of the week”");
  expect(writes()[0]?.body).toEqual({ title: "Sales figures of the week", send_test_now: false });
});
