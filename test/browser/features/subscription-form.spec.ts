import { setGeneration } from "../support/emulator-controls";
import { expect, test } from "../support/fixtures";

test("a server of 2026 gets the insights, the workspace and the channel by name @live", async ({
  page,
  emulator,
  expectComplaint,
}) => {
  // The form requests members to suggest recipients. This server generation has access controls
  // instead of explicit members, so it responds with 404.
  expectComplaint(/404 \(Not Found\).*explicit_members/);
  await setGeneration(emulator, "2026");
  await page.goto("/p/1/subscriptions");
  await page.getByRole("link", { name: "New subscription" }).click();
  const form = page.getByRole("dialog", { name: "New subscription" });
  await form.getByRole("combobox", { name: "Dashboard name" }).fill("201");
  const insights = form.getByRole("group", { name: "Insights" }).getByRole("checkbox");
  await expect(insights).toHaveCount(4);
  await insights.first().uncheck();
  await expect(form.getByText("3 of 4 selected.")).toBeVisible();
  await form.getByLabel("Channel", { exact: true }).selectOption({ label: "Slack" });
  await form.getByLabel("Slack workspace").selectOption({ label: "Harbourline Partners" });
  const channel = form.getByRole("combobox", { name: "Slack channel" });
  await channel.fill("resell");
  await expect(form.getByRole("option", { name: "#resellers" })).toBeVisible();
  await channel.press("Enter");
  await expect(channel).toHaveValue("#resellers");
  await expect(form.getByText(/may be sent to Slack channel #resellers immediately/)).toBeVisible();

  const created = page.waitForResponse((response) => response.request().method() === "POST");
  await form.getByRole("button", { name: "Create", exact: true }).click();
  expect(await (await created).json()).toMatchObject({
    dashboard: 201,
    dashboard_export_insights: [expect.any(Number), expect.any(Number), expect.any(Number)],
    integration_id: 62,
    target_value: "C0HARB6202|#resellers",
  });
  await expect(page.getByText("Created “Growth overview”")).toBeVisible();
  await expect(form).toBeHidden();
});
