import { storeEntry } from "../support/backends";
import { expect, test } from "../support/fixtures";

test("a pattern is tested in a worker within the policy; one that never ends is stopped, also by leaving", async ({
  page,
  context,
}) => {
  await storeEntry(context, "environs.regex-helper", "on");
  const pattern = page.getByRole("textbox", { name: "Pattern", exact: true });
  const samples = page.getByRole("textbox", { name: "Sample lines" });
  const endless = `${"a".repeat(60)}b`;
  await page.goto("/p/1/regex");
  await samples.fill("ana@example.com\nnobody");
  const started = page.waitForEvent("worker");
  await pattern.fill("\\w+@.*");
  expect(new URL((await started).url()).pathname).toMatch(/^\/assets\/regex-runner\.worker-[\w-]+\.js$/);
  await expect(page.getByText("1 of 2 lines match")).toBeVisible();
  await expect(page.locator("mark")).toHaveText(["ana@example.com"]);

  await samples.fill(`aa\n${endless}\nlast`);
  await pattern.fill("^(a+)+$");
  await expect(page.getByText("Stopped after 1 second")).toBeVisible();
  await expect(page.getByRole("list", { name: "Tested lines" }).getByRole("listitem")).toHaveText([
    "Matchaa",
    `Stopped${endless}`,
    "Not testedlast",
  ]);
  await pattern.fill("last");
  await expect(page.getByText("1 of 3 lines match")).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);

  const next = page.waitForEvent("worker");
  await pattern.fill("^(a+)+$");
  const ended = (await next).waitForEvent("close");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Subscriptions" }).click();
  await ended;
  expect(page.workers()).toEqual([]);
});
