import { fireEvent, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { drawSample } from "../../sample.mjs";
import { setUpJourneys } from "../support/subscriptions-setup";
import {
  expectFaultMessage,
  expectPageIntact,
  findButtonIn,
  goTo,
  leaveAndReturn,
  openFaultyApp,
} from "./fault-setup";
import type { ReadFaultPage } from "./read-fault-pages";
import { drawReadFaults, faultsToRead } from "./sampled-faults";

const drawn = drawReadFaults(drawSample());

/** Tests each page's reads with the sampled faults, in one running app per page. */
export function testReadFaults(pages: readonly ReadFaultPage[]): void {
  setUpJourneys();
  // In a full run, each test covers about fifty faults, possibly on a busy machine.
  vi.setConfig({ testTimeout: 600_000 });

  for (const page of pages)
    test(`reading ${page.name}: shows a message and a next step for every fault, on an intact page`, async () => {
      const { set, hits } = await openFaultyApp(page);
      let requestCount = 0;
      let retry: HTMLButtonElement | undefined;
      for (const fault of faultsToRead(drawn, page)) {
        set(fault);
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
        // A page without a retry button isn't read during the cooldown, so the test skips the
        // cooldown.
        if (page.retryContainer === null && fault.title === "Too many requests")
          vi.setSystemTime(Date.now() + 200_000);
      }
      // Without a fault, the response arrives in many small chunks. The page must show the complete data.
      set(null);
      if (retry) fireEvent.click(retry);
      else await leaveAndReturn(page.path);
      await waitFor(() => expect(page.ready()).toBeTruthy());
      expectPageIntact();
    });
}
