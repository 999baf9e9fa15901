import { fireEvent, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { drawSample } from "../../sample.mjs";
import { setUpJourneys } from "../support/subscriptions-setup";
import { expectFaultMessage, expectPageIntact, findButtonIn, goTo, openFaultyApp } from "./fault-setup";
import { drawWriteFaults, faultsToWrite } from "./sampled-faults";
import type { WriteFaultPage } from "./write-fault-pages";

const findFormOf = ({ form }: WriteFaultPage) =>
  form === undefined ? document.querySelector<HTMLElement>("[role=dialog] form") : form();

/** Returns all values in the open form, including chips. Null without a form. */
function readInputs(form: HTMLElement | null): readonly unknown[] | null {
  if (form === null) return null;
  const fields = form.querySelectorAll<HTMLInputElement>("input, select, textarea");
  const chips = form.querySelectorAll("ul[aria-label*=' added'] > li");
  return [
    ...[...fields].map(({ type, checked, value }) => (/radio|checkbox/.test(type) ? checked : value)),
    ...[...chips].map(({ textContent }) => textContent),
  ];
}

/**
 * Fills in the page's form and returns its values. Returns null without a form. Fails if no value
 * changes.
 */
async function fillPage(page: WriteFaultPage) {
  const form = findFormOf(page);
  if (page.fill === null || form === null) return null;
  const before = readInputs(form);
  page.fill(form);
  await page.filled?.(form);
  const typed = readInputs(form);
  expect(typed).not.toEqual(before);
  return typed;
}

/** Dismisses the failure's message, if the page allows it. */
async function dismiss({ messageElement, fill, keepsMessage = false }: WriteFaultPage): Promise<void> {
  if (keepsMessage || fill !== null || document.querySelector("[role=dialog]") !== null) return;
  const button = findButtonIn(messageElement(), "Dismiss");
  if (button) fireEvent.click(button);
  await waitFor(() => expect(messageElement()).toBeNull());
}

const isAnnounced = (pattern: RegExp) =>
  [...document.querySelectorAll("[role=status], main code")].some(({ textContent }) =>
    pattern.test(textContent ?? ""),
  );

const drawn = drawWriteFaults(drawSample());

/** Tests each page's writes with the sampled faults, in one running app per page. */
export function testWriteFaults(pages: readonly WriteFaultPage[]): void {
  setUpJourneys();
  // In a full run, each test covers about fifty faults, possibly on a busy machine.
  vi.setConfig({ testTimeout: 600_000 });

  for (const page of pages)
    test(`${page.name}: shows a message for every fault, keeps the input and sends once`, async () => {
      const { set, hits } = await openFaultyApp(page);
      await goTo(page.path);
      await waitFor(() => expect(page.ready()).toBeTruthy());
      await page.prepare?.();
      const typed = await fillPage(page);
      const initialState = page.readState?.();
      let sent = hits();
      for (const fault of faultsToWrite(drawn, page)) {
        set(fault);
        await page.send();
        sent += 1;
        await waitFor(() => expect(hits()).toBe(sent));
        await expectFaultMessage(page.messageElement, fault);
        const message = page.messageElement()?.textContent ?? "";
        const isOutcomeUnknown = /check (?:“Past deliveries” )?before you retry/.test(message);
        expect({ fault: fault.name, isOutcomeUnknown }).toEqual({
          fault: fault.name,
          isOutcomeUnknown: fault.isOutcomeUnknown,
        });
        if (page.reportsOutcome === true)
          expect({ fault: fault.name, message: page.messageElement()?.textContent }).toEqual({
            fault: fault.name,
            message: expect.stringMatching(
              fault.isOutcomeUnknown
                ? /Couldn't confirm|not certain/
                : / wasn't | was not |Couldn't (?:create|undo|change)/,
            ),
          });
        expectPageIntact();
        if (typed !== null)
          expect({ fault: fault.name, typed: readInputs(findFormOf(page)) }).toEqual({
            fault: fault.name,
            typed,
          });
        await waitFor(() =>
          expect({ fault: fault.name, state: page.readState?.() }).toEqual({
            fault: fault.name,
            state: initialState,
          }),
        );
        expect(hits()).toBe(sent);
        await dismiss(page);
      }
      set(null);
      // Advances the clock past the last fault's cooldown.
      vi.setSystemTime(Date.now() + 200_000);
      await page.send();
      await waitFor(() => {
        if (!isAnnounced(page.successPattern))
          throw new Error(`not done: ${document.querySelector("[role=dialog]")?.textContent}`);
      });
      expect(hits()).toBe(sent + 1);
      await waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
    });
}
