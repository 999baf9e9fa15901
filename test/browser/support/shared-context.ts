import { type BrowserContext, type CDPSession, expect, type Page } from "@playwright/test";

/**
 * Closes every page of the context and returns a new blank one. The next test uses this page, which
 * has no session storage from earlier tests.
 */
async function closePages(context: BrowserContext): Promise<Page> {
  const others = context.pages();
  const blank = await context.newPage();
  await Promise.all(others.map((page) => page.close()));
  return blank;
}

async function workersOf(devtools: CDPSession): Promise<readonly string[]> {
  const { targetInfo: own } = await devtools.send("Target.getTargetInfo");
  const { targetInfos } = await devtools.send("Target.getTargets");
  return targetInfos
    .filter(
      // Headed Chromium also lists parts of its own interface.
      ({ browserContextId, targetId, type }) =>
        browserContextId === own.browserContextId && targetId !== own.targetId && type !== "browser_ui",
    )
    .map(({ type, url }) => `${type}: ${url}`);
}

async function storageOf(devtools: CDPSession, origin: string): Promise<readonly string[]> {
  const { usageBreakdown } = await devtools.send("Storage.getUsageAndQuota", { origin });
  return usageBreakdown
    .filter(({ usage }) => usage > 0)
    .map(({ storageType, usage }) => `${storageType}: ${usage} bytes of ${origin}`);
}

/**
 * Returns a line for each worker, page, cookie and storage that remains in the context. Excludes
 * the page of `devtools`.
 */
export async function findLeftovers(
  context: BrowserContext,
  devtools: CDPSession,
  origins: Iterable<string>,
): Promise<readonly string[]> {
  const [workers, cookies, ...storages] = await Promise.all([
    workersOf(devtools),
    context.cookies(),
    ...[...origins].map((origin) => storageOf(devtools, origin)),
  ]);
  return [
    ...workers,
    ...cookies.map(({ name, domain }) => `cookie: ${name} of ${domain}`),
    ...storages.flat(),
  ];
}

async function clearStorage(devtools: CDPSession, origins: Iterable<string>): Promise<void> {
  await Promise.all(
    [...origins].map((origin) =>
      devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" }),
    ),
  );
}

/**
 * Prepares a context for the next test. If anything from this test remains, closes the context and throws. Before the
 * next test, Playwright resets routes, init scripts, bindings, media, viewport and clock.
 */
export async function resetContext(context: BrowserContext, origins: Iterable<string>): Promise<void> {
  try {
    await context.clearPermissions();
    await context.setOffline(false);
    const devtools = await context.newCDPSession(await closePages(context));
    await clearStorage(devtools, origins);
    await expect.poll(() => findLeftovers(context, devtools, origins), "left by the test").toEqual([]);
    await devtools.detach();
  } catch (error) {
    await context.close();
    throw error;
  }
}
