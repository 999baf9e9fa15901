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

/** Drives what a server may answer through each of some pages, in one running app a page. */
export function testReadFaults(pages: readonly ReadFaultPage[]): void {
  setUpJourneys();
  // Some fifty faults each; a loaded machine takes its time.
  vi.setConfig({ testTimeout: 600_000 });

  for (const page of pages)
    test(`reading ${page.name}: every fault has its words and its way on, on a whole page`, async () => {
      const { set, hits } = await openFaultyApp(page);
      let requestCount = 0;
      let retry: HTMLButtonElement | undefined;
      for (const fault of faultsToRead(drawn, page)) {
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
        if (page.retryContainer === null && fault.title.includes("Too many requests"))
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
