import { fireEvent, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { FAULTS } from "./fault-answers";
import {
  buttonIn,
  comeBack,
  expectFaultWords,
  expectNoWhitePage,
  type FaultyPage,
  goTo,
  openFaulty,
} from "./fault-scene";
import { playJourneys } from "./subscriptions-scene";

playJourneys();
// Some fifty faults each; a loaded machine takes its time.
vi.setConfig({ testTimeout: 600_000 });

const main = () => document.querySelector("main");
const inMain = () => main()?.querySelector("[role=alert]") ?? null;
const withWords = (words: RegExp) => () => words.test(main()?.textContent ?? "");

/**
 * A page of each kind of reading: a record, a list in pages, a record that is looked at again. Every page of the app is
 * driven through the failures of `test/browser/failing-pages.ts`; here every answer is driven through a page.
 */
const READINGS: readonly FaultyPage[] = [
  {
    name: "a delivery",
    endpoint: "subscriptions.get",
    path: "/p/1/subscriptions/1066",
    isReady: withWords(/Duplicate/),
  },
  {
    name: "the exports",
    endpoint: "exports.list",
    path: "/p/1/exports",
    isReady: () => main()?.querySelector("[aria-label^='Actions for']") != null,
  },
  {
    name: "an export",
    endpoint: "exports.get",
    path: "/p/1/exports/7010",
    isReady: withWords(/Run as another format/),
  },
];

for (const page of READINGS)
  test(`reading ${page.name}: every fault has its words and its way on, on a whole page`, async () => {
    const { set, hits } = await openFaulty(page);
    let asked = 0;
    let retry: HTMLButtonElement | undefined;
    for (const fault of FAULTS) {
      set(fault);
      // Where it can be tried again, that asks the server, and shows what comes now.
      if (retry) fireEvent.click(retry);
      else if (asked === 0) await goTo(page.path);
      else await comeBack(page.path);
      await waitFor(() => expect(hits()).toBeGreaterThanOrEqual(asked + fault.tries));
      await expectFaultWords(inMain, fault);
      expectNoWhitePage();
      asked = hits();
      retry = buttonIn(main(), "Try again");
      expect({ fault: fault.name, canRetry: retry !== undefined }).toEqual({
        fault: fault.name,
        canRetry: fault.canRetry,
      });
    }
    // Its pieces come one by one: it is shown once it is whole.
    set(null);
    if (retry) fireEvent.click(retry);
    else await comeBack(page.path);
    await waitFor(() => expect(page.isReady()).toBe(true));
    expectNoWhitePage();
  });
