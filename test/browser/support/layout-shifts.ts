import type { Page } from "@playwright/test";

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Records layout shifts on the next pages. Returns a function that reads the shifts up to the current frame. */
export async function watchShifts(page: Page): Promise<() => Promise<readonly Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        if (!("value" in entry && "sources" in entry && Array.isArray(entry.sources))) continue;
        const moved = entry.sources.map(({ node }) =>
          String(node?.outerHTML ?? node?.nodeName).slice(0, 120),
        );
        shifts.push({ value: Number(entry.value), moved });
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    Object.assign(window, {
      readShifts() {
        // Reads pending records, because the observer's callback runs late on a busy machine.
        note(observer.takeRecords());
        return shifts;
      },
    });
  });
  return () => page.evaluate(() => Reflect.get(window, "readShifts")());
}
