import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  createAsOtherUser,
  createSubscriptions,
  LIST_URL,
  openPage,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

/** Matches characters that change the writing direction. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/u;

/** Titles that try to inject markup, template code, a text direction, a formula, or a prototype. */
const TITLES = [
  "<img src=x onerror=planted=1>",
  "</td></tr></table><h1>Loose</h1>",
  "${planted=1}",
  "=cmd|' /C calc'!A0",
  "__proto__",
  "<b onclick=planted=1>bold</b>",
  "\u202Eeugolatac yrarbil",
];

/** Checks that no title has created active elements or attributes, or changed `Object.prototype`. */
function expectNoActiveMarkup(): void {
  const activeElements =
    "script, iframe, object, embed, base, [onload], [onerror], [onfocus], [onclick], [srcdoc], #root style, td h1";
  expect([...document.body.querySelectorAll(activeElements)].map(({ outerHTML }) => outerHTML)).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
}

test("shows malicious titles as text in toasts, bulk actions and activity", async () => {
  const { mocks } = await createSubscriptions(WEEKLY);
  for (const title of TITLES) await createAsOtherUser(mocks, { ...WEEKLY, title });
  const { user } = await openPage(LIST_URL, `${TITLES.length + 1} subscriptions`, mocks);
  for (const malicious of TITLES.slice(-2)) {
    // A toast shows a title on one line, without changing the text direction.
    const title = malicious.replace(DIRECTION_MARKS, "");
    const row = screen.getAllByRole("row").find(({ textContent }) => textContent?.includes(title));
    await user.click(within(row ?? expect.fail()).getByLabelText(/^Actions for/));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const toast = await screen.findByText((text) => text.startsWith("Deleted “") && text.includes(title));
    expect(toast.textContent).not.toMatch(DIRECTION_MARKS);
    expectNoActiveMarkup();
  }
  await user.click(screen.getByLabelText(/^Select all/));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(await bar.findByRole("button", { name: "Recipients" }));
  await user.click(await screen.findByRole("menuitem", { name: "Replace recipient…" }));
  const form = within(await screen.findByRole("dialog", { name: /^Replace recipient/ }));
  await user.click(form.getByLabelText(/^Recipient/));
  await user.click(form.getByRole("option", { name: /bo@example\.com/ }));
  fireEvent.change(form.getByLabelText(/^Replace with/), { target: { value: "=cmd|calc@x.co" } });
  await user.click(form.getByRole("button", { name: "Review changes" }));

  const preview = within(await screen.findByRole("region", { name: "Planned changes" }));
  expect(preview.getAllByText("<img src=x onerror=planted=1>").length).toBeGreaterThan(0);
  expectNoActiveMarkup();
  await user.click(screen.getByRole("button", { name: /^Run \d+ changes$/ }));
  await screen.findByText("Finished");
  expectNoActiveMarkup();

  await user.click(
    within(screen.getByRole("dialog")).getAllByRole("button", { name: "Close" })[0] ?? document.body,
  );
  await user.click(screen.getByRole("link", { name: "Activity" }));
  const journal = within(await screen.findByRole("table", { name: "Changes" }));
  await user.click(await journal.findByRole("link", { name: /, closed$/ }));
  expect((await journal.findAllByText("<img src=x onerror=planted=1>")).length).toBeGreaterThan(0);
  expectNoActiveMarkup();
}, 120_000);
