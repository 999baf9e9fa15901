import { expect, test } from "../support/fixtures";
import { COVERED_OVERLAY } from "../support/hit-test-overlays";

test("an overlay behind other content is reported @demo", async ({ page, expectComplaint }) => {
  expectComplaint(new RegExp(COVERED_OVERLAY));
  await page.goto("/settings");
  const reported = page.waitForEvent("console", (message) => message.text().startsWith(COVERED_OVERLAY));
  await page.evaluate(() => {
    const style = { position: "fixed", inset: "100px", background: "white" };
    const dialog = Object.assign(document.createElement("div"), { role: "dialog", textContent: "Behind" });
    const cover = Object.assign(document.createElement("p"), { textContent: "In front" });
    Object.assign(dialog.style, style);
    Object.assign(cover.style, style);
    document.body.append(dialog, cover);
  });
  expect((await reported).text()).toContain("“Behind” is behind <p");
});

test("the search help is in front of the rows @demo", async ({ page }) => {
  for (const path of ["subscriptions", "recipients", "sources", "members", "exports", "calendar"]) {
    await page.goto(`/p/1/${path}`);
    await page.getByRole("button", { name: "Search syntax" }).click();
    // The fixture checks that the dialog's center and corners aren't covered.
    await expect(page.getByRole("dialog", { name: "Search syntax" })).toBeVisible();
    await page.getByRole("dialog", { name: "Search syntax" }).getByRole("link").click({ trial: true });
  }
});
