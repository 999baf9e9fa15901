import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { server } from "@/mocks/node";
import { changeJson } from "../../support/mock-server";
import { goTo } from "../support/render-app";
import { createSubscriptions, openPage, setUpJourneys, WEEKLY } from "../support/subscriptions-setup";

setUpJourneys();

const CALENDAR = "/p/3/calendar";
/** Returns a pattern for the label of a day. Accepts “28 November” and “November 28”. */
const day = (weekday: string, number: number, month = "November") =>
  new RegExp(`^${weekday}, (${number} ${month}|${month} ${number}): `);
const MONTHLY = {
  ...WEEKLY,
  title: "Monthly board",
  frequency: "monthly",
  byweekday: ["friday"],
  bysetpos: -1,
  target_value: "cy@example.com",
  start_date: "2026-10-30T23:30:00Z",
};

const button = (name: RegExp) => screen.getByRole("button", { name });
const params = () => Object.fromEntries(new URLSearchParams(window.location.search));

it("shows the deliveries of each day of a month, and supports the keyboard: one tab stop, arrows, weeks, months, Enter", async () => {
  const { mocks } = await createSubscriptions(WEEKLY, MONTHLY);
  const { user } = await openPage(CALENDAR, "3 deliveries in November 2026 from 2 subscriptions", mocks);
  const grid = screen.getByRole("grid", { name: "Deliveries in November 2026 by day" });
  screen.getByText(/^Planned deliveries, calculated from the schedules/);
  expect(button(day("Monday", 23))).toHaveAccessibleName(/: 1 delivery$/);
  expect(button(day("Tuesday", 24))).toHaveAccessibleName(/: no deliveries$/);
  // 23:30 UTC on Friday is Saturday in Berlin.
  expect(button(day("Saturday", 28))).toHaveAccessibleName(/: 1 delivery$/);
  const today = button(day("Saturday", 21));
  expect(today).toHaveAccessibleName(/today$/);
  expect([...grid.querySelectorAll("button")].filter(({ tabIndex }) => tabIndex === 0)).toEqual([today]);
  today.focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(button(day("Monday", 23))).toHaveFocus();
  await user.keyboard("{ArrowDown}{ArrowUp}{ArrowLeft}");
  expect(button(day("Sunday", 22))).toHaveFocus();
  await user.keyboard("{PageDown}");
  await waitFor(() => expect(button(day("Tuesday", 22, "December"))).toHaveFocus());
  expect(params()).toEqual({ date: "2026-12-22" });
  screen.getByRole("heading", { name: "December 2026" });
  await user.keyboard("{ArrowLeft}{Enter}");
  const list = within(await screen.findByRole("region", { name: /^Monday, .*21.* 2026/ }));
  expect(list.getByRole("heading")).toHaveFocus();
  expect(list.getByRole("link", { name: "Weekly figures" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/p\/3\/subscriptions\/\d+$/),
  );
  list.getByText("09:00");
  list.getByText("2 recipients");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("region", { name: /^Monday/ })).toBeNull();
  const start = button(day("Monday", 21, "December"));
  expect(start).toHaveFocus();
  // All three keys arrive before a render. Each one starts from the previous key's target.
  act(() => {
    for (const key of ["PageDown", "PageDown", "ArrowRight"]) fireEvent.keyDown(start, { key });
  });
  await waitFor(() => expect(button(day("Monday", 22, "February"))).toHaveFocus());
  expect(params()).toEqual({ date: "2027-02-22" });
});

it("predicts nothing after the next time change until a newer server's records show its rule", async () => {
  const { mocks } = await createSubscriptions(WEEKLY);
  mocks.db.setProfile("newer");
  await openPage(`${CALENDAR}?date=2027-04-05`, /Deliveries in April 2027 are unknown/, mocks);
  screen.getByText(/^Deliveries after .*2027 aren't shown/);
  expect(button(day("Monday", 5, "April"))).toHaveAccessibleName(/: deliveries unknown$/);
});

it("shows a week by hour and lists the deliveries of an hour", async () => {
  const { mocks } = await createSubscriptions(WEEKLY, { ...WEEKLY, title: "Second" });
  const { user } = await openPage(`${CALENDAR}?view=week&date=2026-11-24`, /2 deliveries in/, mocks);
  const hour = /^Monday, .*, 09:00 to 10:00: 2 deliveries$/;
  // Also in a new tab, where a search alone would open the overview.
  const links = [...document.querySelectorAll("main a")].map((link) => link.getAttribute("href") ?? "");
  expect(links.filter((href) => /[?&](?:view|date|day)=/.test(href)).length).toBeGreaterThan(4);
  expect(links.filter((href) => !/^(?:\/p\/3\/|https:)/.test(href))).toEqual([]);
  await user.click(button(hour));
  expect(params()).toEqual({ view: "week", day: "2026-11-23", hour: "9" });
  const list = within(await screen.findByRole("list", { name: /^Deliveries on Monday.*09:00 to 10:00$/ }));
  expect(list.getAllByRole("listitem")).toHaveLength(2);
  await user.click(button(/^Close day$/));
  expect(button(hour)).toHaveFocus();
  await user.keyboard("{ArrowUp}{ArrowRight}{Home}");
  expect(params()).toEqual({ view: "week", date: "2026-11-23" });
  expect(document.activeElement).toHaveAccessibleName(/08:00 to 09:00/);
});

it("lists the days of a month without empty ones, ignores an open day outside of it, and marks a time change", async () => {
  const { mocks } = await createSubscriptions(WEEKLY, MONTHLY);
  await openPage(`${CALENDAR}?view=list&date=2026-12-01`, /5 deliveries in December 2026/, mocks);
  const days = within(screen.getByRole("region", { name: "Deliveries in December 2026" }));
  expect(days.getAllByRole("heading")).toHaveLength(5);
  expect(days.getAllByRole("link", { name: "Weekly figures" })).toHaveLength(4);
  await goTo(`${CALENDAR}?date=2026-12-01&day=2026-11-02`);
  await screen.findByRole("grid", { name: "Deliveries in December 2026 by day" });
  expect(screen.queryByRole("button", { name: "Close day" })).toBeNull();
  await goTo(`${CALENDAR}?day=2027-03-28`);
  await screen.findByText("Clocks go forward 1 hour.");
  expect(button(day("Sunday", 28, "March"))).toHaveAccessibleName(/Clocks go forward 1 hour$/);
});

it("collapses daily deliveries into one line, which opens", async () => {
  const daily = { ...WEEKLY, frequency: "daily", byweekday: null };
  const { mocks } = await createSubscriptions(
    WEEKLY,
    { ...daily, title: "Nightly sync" },
    { ...daily, title: "Daily sales" },
  );
  const { user } = await openPage(`${CALENDAR}?day=2026-11-23`, /deliveries in November 2026/, mocks);
  expect(button(day("Monday", 23))).toHaveTextContent(/09:00 Weekly figures2 daily$/);
  const details = within(screen.getByRole("region", { name: /^Monday, .*23.* 2026/ }));
  expect(details.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Weekly figures"]);
  await user.click(details.getByText("Daily: 2 deliveries"));
  const list = within(await details.findByRole("list", { name: /^Daily deliveries on Monday/ }));
  expect(
    list
      .getAllByRole("link")
      .map(({ textContent }) => textContent)
      .sort(),
  ).toEqual(["Daily sales", "Nightly sync"]);
});

it("marks differences from the server's plan", async () => {
  const { mocks } = await createSubscriptions(WEEKLY);
  const toLater = (page: { readonly results: readonly object[] }) => ({
    ...page,
    results: [{ ...page.results[0], next_delivery_date: "2026-11-30T08:00:00Z" }],
  });
  server.use(changeJson("subscriptions.list", mocks, toLater));
  await openPage(
    `${CALENDAR}?day=2026-11-23`,
    "For 1 subscription, the server's next delivery doesn't match the schedule.",
    mocks,
  );
  const why = /^In the schedule, but the server plans the next delivery for .*30/;
  expect(screen.getByText(why)).toBeInTheDocument();
});

it("says that there are no subscriptions yet", async () => {
  const { mocks } = await createSubscriptions();
  await openPage(CALENDAR, "No subscriptions yet", mocks);
  expect(screen.getByText(/Planned deliveries of your subscriptions/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Create subscription" })).toBeVisible();
});

it("saves the matching subscriptions as a calendar file, and shows why it couldn't", async () => {
  const { mocks } = await createSubscriptions(WEEKLY, MONTHLY);
  const { user } = await openPage(
    `${CALENDAR}?q=weekly`,
    "2 deliveries in November 2026 from 1 subscription",
    mocks,
  );
  const createObjectURL = vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
    throw new Error("The storage is full.");
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await user.click(button(/^Download \.ics$/));
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("Couldn't save the calendar file");
  alert.getByText("The storage is full.");
  createObjectURL.mockReturnValue("blob:calendar");
  await user.click(button(/^Download \.ics$/));
  await screen.findByText("Saved 1 row as Deliveries of project 3.ics");
  expect(names).toEqual(["Deliveries of project 3.ics"]);
  const file = createObjectURL.mock.lastCall?.[0];
  const text = file instanceof Blob ? await file.text() : "";
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
  expect(text).toContain("\r\nDTSTART:20261123T080000Z\r\nRRULE:FREQ=WEEKLY;BYDAY=MO;WKST=MO\r\n");
  expect(text).toContain("\r\nSUMMARY:Weekly figures\r\n");
});
