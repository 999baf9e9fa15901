import { test } from "../support/fixtures";

test("the search help is in front of the rows", async ({ page }) => {
  for (const path of ["subscriptions", "recipients", "sources", "members", "exports", "calendar"]) {
    await page.goto(`/p/1/${path}`);
    await page.getByRole("button", { name: "Search syntax" }).click();
    // A trial click fails if something covers the link.
    await page.getByRole("dialog", { name: "Search syntax" }).getByRole("link").click({ trial: true });
  }
});
