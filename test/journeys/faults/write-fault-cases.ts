import { fireEvent, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { playJourneys } from "../support/subscriptions-setup";
import { FAULTS, OFFLINE } from "./fault-cases";
import { buttonIn, expectFaultWords, expectNoWhitePage, faultsOf, goTo, openFaulty } from "./fault-setup";
import type { FaultyWriting } from "./write-fault-pages";

const formOf = ({ form }: FaultyWriting) =>
  form === undefined ? document.querySelector<HTMLElement>("[role=dialog] form") : form();

/** Everything that stands in the open form, chips included; null where there is none. */
function typedIn(form: HTMLElement | null): readonly unknown[] | null {
  if (form === null) return null;
  const fields = form.querySelectorAll<HTMLInputElement>("input, select, textarea");
  const chips = form.querySelectorAll("ul[aria-label*=' added'] > li");
  return [
    ...[...fields].map(({ type, checked, value }) => (/radio|checkbox/.test(type) ? checked : value)),
    ...[...chips].map(({ textContent }) => textContent),
  ];
}

/** Types into the page's form; fails where anything of it would have stood there anyway. */
function fillPage(page: FaultyWriting) {
  const form = formOf(page);
  if (page.fill === null || form === null) return null;
  const before = typedIn(form);
  page.fill(form);
  const typed = typedIn(form);
  expect(typed).not.toEqual(before);
  return typed;
}

/** Puts away what a failure has said. */
async function dismiss({ words, fill, keepsWords = false }: FaultyWriting): Promise<void> {
  if (keepsWords || fill !== null || document.querySelector("[role=dialog]") !== null) return;
  const button = buttonIn(words(), "Dismiss");
  if (button) fireEvent.click(button);
  await waitFor(() => expect(words()).toBeNull());
}

const said = (pattern: RegExp) =>
  [...document.querySelectorAll("[role=status], main code")].some(({ textContent }) =>
    pattern.test(textContent ?? ""),
  );

/** Drives every answer that a server may give through what each of some pages sends, in one running app a page. */
export function tryWritings(pages: readonly FaultyWriting[]): void {
  playJourneys();
  // Some fifty faults each; a loaded machine takes its time.
  vi.setConfig({ testTimeout: 600_000 });

  for (const page of pages)
    test(`${page.name}: every fault has its words, keeps what was typed, and is sent once`, async () => {
      const { set, hits } = await openFaulty(page);
      await goTo(page.path);
      await waitFor(() => expect(page.ready()).toBeTruthy());
      await page.prepare?.();
      const typed = fillPage(page);
      const stood = page.stands?.();
      let sent = hits();
      for (const fault of faultsOf(page, [OFFLINE, ...FAULTS])) {
        set(fault);
        await page.send();
        sent += 1;
        await waitFor(() => expect(hits()).toBe(sent));
        await expectFaultWords(page.words, fault);
        const unclear = page.words()?.textContent?.includes("look before you repeat it");
        expect({ fault: fault.name, unclear }).toEqual({ fault: fault.name, unclear: fault.isUnclear });
        if (page.saysOutcome === true)
          expect({ fault: fault.name, words: page.words()?.textContent }).toEqual({
            fault: fault.name,
            words: expect.stringMatching(fault.isUnclear ? /not certain/ : / was not /),
          });
        expectNoWhitePage();
        if (typed !== null)
          expect({ fault: fault.name, typed: typedIn(formOf(page)) }).toEqual({ fault: fault.name, typed });
        await waitFor(() =>
          expect({ fault: fault.name, stands: page.stands?.() }).toEqual({
            fault: fault.name,
            stands: stood,
          }),
        );
        expect(hits()).toBe(sent);
        await dismiss(page);
      }
      set(null);
      // The rest that the last one asked for is over.
      vi.setSystemTime(Date.now() + 200_000);
      await page.send();
      await waitFor(() => {
        if (!said(page.done))
          throw new Error(`not done: ${document.querySelector("[role=dialog]")?.textContent}`);
      });
      expect(hits()).toBe(sent + 1);
      await waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
    });
}
