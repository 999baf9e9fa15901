import type { Page } from "@playwright/test";

/** A layout shift that the browser saw, with the elements that moved. */
interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Notes what moves on the next pages. Returns how to read it, up to the frame that is painted by then. */
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
        // The observer itself is called late on a machine that is busy.
        note(observer.takeRecords());
        return shifts;
      },
    });
  });
  return () => page.evaluate(() => Reflect.get(window, "readShifts")());
}
