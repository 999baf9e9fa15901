import { server } from "@/mocks/node";
// Tests the form on servers of 2026 when Slack channels can't be listed.

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { refuse } from "@/mocks/scenarios";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { fillField, openNewerForm, RECIPIENTS_LABEL, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

/** Opens the form of a new subscription, with a Slack workspace and a channel field without suggestions. */
async function openSlackForm(status: number) {
  const mocks = createMockServer({ profile: "newer", now: () => TEST_TIME });
  server.use(refuse("integrations.channels", status));
  const { form, ...app } = await openNewerForm(mocks);
  fillField(form, /^Dashboard name/, "201");
  fillField(form, RECIPIENTS_LABEL, "ana@example.com");
  fireEvent.change(form.getByLabelText("Channel"), { target: { value: "slack" } });
  await form.findByRole("option", { name: "Harbourline Partners" });
  fireEvent.change(form.getByLabelText(/^Slack workspace/), { target: { value: "62" } });
  const channel = await form.findByRole("combobox", { name: /^Slack channel/ });
  await waitFor(() => expect(app.sent.some(({ path }) => path.includes("/channels/"))).toBe(true));
  return { ...app, form, channel };
}

describe("a Slack channel is entered by hand", () => {
  it.each([
    ["the key can't list channels", 403],
    ["listing them fails", 500],
  ])("where %s", async (_, status) => {
    const { user, form, channel, writes } = await openSlackForm(status);
    await user.click(channel);
    await user.paste("C0HARB6202|#resellers");
    expect(form.queryByRole("option", { name: "#resellers" })).toBeNull();
    await waitFor(() => expect(form.getAllByRole("checkbox", { checked: true })).not.toEqual([]));
    await user.click(form.getByRole("button", { name: "Create" }));
    await screen.findByText("Created “Growth overview”");
    expect(writes()[0]?.body).toMatchObject({ integration_id: 62, target_value: "C0HARB6202|#resellers" });
  });
});
