import { fireEvent, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { setUpJourneys } from "../support/subscriptions-setup";
import { FAULTS, type Fault } from "./fault-cases";
import {
  applicableFaults,
  expectFaultMessage,
  expectPageIntact,
  findButtonIn,
  goTo,
  leaveAndReturn,
  openFaultyApp,
} from "./fault-setup";
import type { ReadFaultPage } from "./read-fault-pages";

/** What is driven through a page. */
function faultsFor(page: ReadFaultPage): readonly Fault[] {
  const faults = applicableFaults(page, FAULTS);
  if (!page.isCostly) return faults;
  return faults.filter(
    ({ title }, index) => faults.findIndex((candidate) => candidate.title === title) === index,
  );
}

/** Drives every answer that a server may give through each of some pages, in one running app a page. */
export function testReadFaults(pages: readonly ReadFaultPage[]): void {
  setUpJourneys();
  // Some fifty faults each; a loaded machine takes its time.
  vi.setConfig({ testTimeout: 600_000 });

  for (const page of pages)
    test(`reading ${page.name}: every fault has its words and its way on, on a whole page`, async () => {
      const { set, hits } = await openFaultyApp(page);
      let requestCount = 0;
      let retry: HTMLButtonElement | undefined;
      for (const fault of faultsFor(page)) {
        set(fault);
        // Where it can be tried again, that asks the server, and shows what comes now.
        if (retry) fireEvent.click(retry);
        else if (requestCount === 0) await goTo(page.path);
        else await leaveAndReturn(page.path);
        await waitFor(() => expect(hits()).toBeGreaterThanOrEqual(requestCount + fault.attempts));
        await expectFaultMessage(page.messageElement, fault);
        expectPageIntact();
        requestCount = hits();
        retry = findButtonIn(page.retryContainer?.() ?? null, "Try again");
        expect({ fault: fault.name, canRetry: retry !== undefined }).toEqual({
          fault: fault.name,
          canRetry: fault.canRetry && page.retryContainer !== null,
        });
        // Where nothing asks again by itself, the rest that the server wants is waited for.
        if (page.retryContainer === null && fault.title.includes("slow down"))
          vi.setSystemTime(Date.now() + 200_000);
      }
      // Its pieces come one by one: it is shown once it is whole.
      set(null);
      if (retry) fireEvent.click(retry);
      else await leaveAndReturn(page.path);
      await waitFor(() => expect(page.ready()).toBeTruthy());
      expectPageIntact();
    });
}
