import { fireEvent, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { playJourneys } from "../support/subscriptions-setup";
import { FAULTS, type Fault } from "./fault-cases";
import {
  buttonIn,
  comeBack,
  expectFaultWords,
  expectNoWhitePage,
  faultsOf,
  goTo,
  openFaulty,
} from "./fault-setup";
import type { FaultyReading } from "./read-fault-pages";

/** What is driven through a page. */
function faultsFor(page: FaultyReading): readonly Fault[] {
  const faults = faultsOf(page, FAULTS);
  if (!page.isCostly) return faults;
  return faults.filter(({ title }, place) => faults.findIndex((other) => other.title === title) === place);
}

/** Drives every answer that a server may give through each of some pages, in one running app a page. */
export function tryReadings(pages: readonly FaultyReading[]): void {
  playJourneys();
  // Some fifty faults each; a loaded machine takes its time.
  vi.setConfig({ testTimeout: 600_000 });

  for (const page of pages)
    test(`reading ${page.name}: every fault has its words and its way on, on a whole page`, async () => {
      const { set, hits } = await openFaulty(page);
      let asked = 0;
      let retry: HTMLButtonElement | undefined;
      for (const fault of faultsFor(page)) {
        set(fault);
        // Where it can be tried again, that asks the server, and shows what comes now.
        if (retry) fireEvent.click(retry);
        else if (asked === 0) await goTo(page.path);
        else await comeBack(page.path);
        await waitFor(() => expect(hits()).toBeGreaterThanOrEqual(asked + fault.tries));
        await expectFaultWords(page.words, fault);
        expectNoWhitePage();
        asked = hits();
        retry = buttonIn(page.retryIn?.() ?? null, "Try again");
        expect({ fault: fault.name, canRetry: retry !== undefined }).toEqual({
          fault: fault.name,
          canRetry: fault.canRetry && page.retryIn !== null,
        });
        // Where nothing asks again by itself, the rest that the server wants is waited for.
        if (page.retryIn === null && fault.title.includes("slow down"))
          vi.setSystemTime(Date.now() + 200_000);
      }
      // Its pieces come one by one: it is shown once it is whole.
      set(null);
      if (retry) fireEvent.click(retry);
      else await comeBack(page.path);
      await waitFor(() => expect(page.ready()).toBeTruthy());
      expectNoWhitePage();
    });
}
