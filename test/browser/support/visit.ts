import { expect, type Page, type Request, type Response } from "@playwright/test";

/** Opens one of the app's URLs and waits until the page has loaded. Returns the document's response. */
export async function visit(page: Page, path: string): Promise<Response | null> {
  const underWay = new Set<Request>();
  const add = (request: Request) => underWay.add(request);
  const remove = (request: Request) => underWay.delete(request);
  page.on("request", add);
  page.on("requestfinished", remove);
  page.on("requestfailed", remove);
  const answer = await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  if (/\/(?:new|edit)$/.test(path)) await expect(page.getByRole("dialog")).toBeVisible();
  await expect.poll(() => underWay.size, "requests in flight").toBe(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  page.off("request", add);
  page.off("requestfinished", remove);
  page.off("requestfailed", remove);
  return answer;
}
