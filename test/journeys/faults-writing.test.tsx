import { fireEvent, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { FAULTS } from "./fault-answers";
import { buttonIn, expectFaultWords, expectNoWhitePage, faultsOf, goTo, openFaulty } from "./fault-scene";
import { type FaultyWriting, WRITINGS } from "./fault-writing";
import { playJourneys } from "./subscriptions-scene";

playJourneys();
vi.setConfig({ testTimeout: 600_000 });

/** Everything that stands in the open form, chips included; null where there is none. */
function typedNow(): readonly unknown[] | null {
  const form = document.querySelector("[role=dialog] form");
  if (form === null) return null;
  const fields = form.querySelectorAll<HTMLInputElement>("input, select, textarea");
  const chips = form.querySelectorAll("ul[aria-label*=' added'] > li");
  return [
    ...[...fields].map(({ type, checked, value }) => (/radio|checkbox/.test(type) ? checked : value)),
    ...[...chips].map(({ textContent }) => textContent),
  ];
}

/** Types into the page's form; fails where anything of it would have stood there anyway. */
function fillPage({ fill }: FaultyWriting) {
  if (fill === null) return null;
  const before = typedNow();
  const dialog = document.querySelector<HTMLElement>("[role=dialog]");
  if (dialog !== null) fill(dialog);
  const typed = typedNow();
  expect(typed).not.toEqual(before);
  return typed;
}

/** Puts away what a failure has said. */
async function dismiss({ words, fill }: FaultyWriting): Promise<void> {
  if (fill !== null || document.querySelector("[role=dialog]") !== null) return;
  const button = buttonIn(words(), "Dismiss");
  if (button) fireEvent.click(button);
  await waitFor(() => expect(words()).toBeNull());
}

const said = (pattern: RegExp) =>
  [...document.querySelectorAll("[role=status]")].some(({ textContent }) => pattern.test(textContent ?? ""));

for (const page of WRITINGS)
  test(`${page.name}: every fault has its words, keeps what was typed, and is sent once`, async () => {
    const { set, hits } = await openFaulty(page);
    await goTo(page.path);
    await waitFor(() => expect(page.ready()).toBeTruthy());
    const typed = fillPage(page);
    let sent = 0;
    for (const fault of faultsOf(page, FAULTS)) {
      set(fault);
      await page.send();
      sent += 1;
      await waitFor(() => expect(hits()).toBe(sent));
      await expectFaultWords(page.words, fault);
      const unclear = page.words()?.textContent?.includes("look before you repeat it");
      expect({ fault: fault.name, unclear }).toEqual({ fault: fault.name, unclear: fault.isUnclear });
      expectNoWhitePage();
      expect({ fault: fault.name, typed: typedNow() }).toEqual({ fault: fault.name, typed });
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
