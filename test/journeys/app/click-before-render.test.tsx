import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { clickBeforeRender } from "./click-before-render";
import { createSubscriptions, openPage, setUpJourneys, WEEKLY } from "./subscriptions-setup";

setUpJourneys();

const params = () => Object.fromEntries(new URLSearchParams(window.location.search));
const sorting = (column: RegExp) => () =>
  within(screen.getByRole("table")).getByRole("button", { name: column });
const link = (name: string | RegExp) => () => screen.getByRole("link", { name });

it.each([
  ["/p/1/subscriptions", "subscriptions", "to:a", sorting(/^Title/), { q: "to:a", sort: "title" }],
  [
    "/p/1/subscriptions?view=trash",
    "subscriptions",
    "e",
    sorting(/^Title/),
    { view: "trash", q: "e", sort: "title" },
  ],
  ["/p/1/exports", "exports", "e", sorting(/^Format/), { q: "e", sort: "format" }],
  ["/p/1/members", "members", "a", sorting(/^Email/), { q: "a", sort: "email" }],
  ["/p/1/recipients", "recipients", "a", sorting(/^Channel/), { q: "a", sort: "channel" }],
  ["/p/1/calendar", "subscriptions", "to:a", link("UTC"), { zone: "utc", q: "to:a" }],
])("keeps a search that the page does not show yet: %s", async (path, subject, text, press, expected) => {
  const { user } = await openPage(path, /./);
  const field = await clickBeforeRender(user, { label: `Search ${subject}`, text }, press);
  await waitFor(() => expect(params()).toEqual(expected));
  expect(field).toHaveValue(text);
});

it("keeps a search when a day is opened before the page shows it", async () => {
  const { mocks } = await createSubscriptions(WEEKLY);
  const { user } = await openPage("/p/3/calendar", /deliveries in November 2026/, mocks);
  const monday = () => screen.getByRole("button", { name: /^Monday, (23 November|November 23): / });
  await clickBeforeRender(user, { label: "Search subscriptions", text: "to:ana" }, monday);
  await waitFor(() => expect(params()).toEqual({ q: "to:ana", day: "2026-11-23" }));
});

it("keeps both searches of a session property when both are written to the URL together", async () => {
  await openPage("/p/1/sessions?property=%24entry_pathname", /^Values/);
  const search = screen.getByRole("textbox", { name: "Search properties" });
  const values = screen.getByRole("textbox", { name: /^Search values of/ });
  await act(async () => search.focus());
  await act(async () => void fireEvent.change(search, { target: { value: "entry" } }));
  await act(async () => void fireEvent.change(values, { target: { value: "docs" } }));
  await act(async () => void fireEvent.focusOut(search));
  expect(params()).toEqual({ property: "$entry_pathname", search: "entry", value: "docs" });
});

it("does not write text typed in one list, or for one property, to the URL of another", async () => {
  const typed = async (path: string, role: "combobox" | "textbox", name: string | RegExp) => {
    const { user } = await openPage(path, /./);
    const field = await screen.findByRole(role, { name });
    await user.type(field, "a");
    return field;
  };
  const goFirst = (field: HTMLElement, target: HTMLElement) =>
    act(async () => {
      fireEvent.click(target);
      field.blur();
    });
  const search = await typed("/p/1/subscriptions", "combobox", "Search subscriptions");
  await goFirst(search, screen.getByRole("link", { name: "Trash" }));
  expect(params()).toEqual({ view: "trash" });
  cleanup();

  const values = await typed("/p/1/sessions?property=%24entry_pathname", "textbox", /^Search values of/);
  await goFirst(values, screen.getByRole("link", { name: /^Channel/ }));
  expect(params()).toEqual({ property: "$channel_type" });
});
