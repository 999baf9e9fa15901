import { expect, type Page, type Request } from "@playwright/test";

const isInFlight = (request: Request) => request.existingResponse() === null && request.failure() === null;

export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect.poll(async () => (await page.requests()).filter(isInFlight).length).toBe(0);
}
