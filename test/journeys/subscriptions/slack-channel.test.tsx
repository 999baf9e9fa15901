// Tests the form on servers of 2026 when Slack channels can't be listed.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Fault } from "@/emulator/faults/faults";
import { createEmulator } from "@/emulator/hosts/emulator";
import { TEST_TIME } from "../../test-time";
import { fillField, openNewerForm, RECIPIENTS_LABEL, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const CHANNELS = "integrations.channels";

/** Opens the form of a new subscription, with a Slack workspace and a channel field without suggestions. */
async function openSlackForm(fault: Fault) {
  const emulator = createEmulator({ generation: "2026", now: () => TEST_TIME });
  emulator.faults.set([fault]);
  const { form, ...app } = await openNewerForm(emulator);
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
  it.each<[string, Fault]>([
    ["the key can't list channels", { endpoint: CHANNELS, kind: "scope", scopes: ["integration:read"] }],
    ["listing them fails", { endpoint: CHANNELS, kind: "status", status: 500 }],
  ])("where %s", async (_, fault) => {
    const { user, form, channel, writes } = await openSlackForm(fault);
    await user.click(channel);
    await user.paste("C0HARB6202|#resellers");
    expect(form.queryByRole("option", { name: "#resellers" })).toBeNull();
    await waitFor(() => expect(form.getAllByRole("checkbox", { checked: true })).not.toEqual([]));
    await user.click(form.getByRole("button", { name: "Create" }));
    await screen.findByText("Created “Growth overview”");
    expect(writes()[0]?.body).toMatchObject({ integration_id: 62, target_value: "C0HARB6202|#resellers" });
  });
});
