import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createSubscriptions, openPage, setUpJourneys, WEEKLY } from "../support/subscriptions-setup";

setUpJourneys();

const params = () => Object.fromEntries(new URLSearchParams(window.location.search));
const sorting = () => within(screen.getByRole("table")).getByRole("button", { name: /^Title/ });
const monday = () => screen.getByRole("button", { name: /^Monday, (23 November|November 23): / });

// Leaving the field writes the text to the URL, and the click follows before the page renders, as on a busy page.
it.each([
  ["/p/3/subscriptions", "to:a", sorting, { q: "to:a", sort: "title" }],
  ["/p/3/calendar", "to:ana", monday, { q: "to:ana", day: "2026-11-23" }],
])("keeps a search that the page does not show yet: %s", async (path, text, target, expected) => {
  const { mocks } = await createSubscriptions(WEEKLY);
  const { user } = await openPage(path, /Weekly figures/, mocks);
  const field = await screen.findByRole("combobox", { name: "Search subscriptions" });
  await user.type(field, text);
  const button = target();
  await act(async () => {
    field.blur();
    fireEvent.click(button);
  });
  await waitFor(() => expect(params()).toEqual(expected));
  expect(field).toHaveValue(text);
});

const goFirst = (field: HTMLElement, target: HTMLElement) =>
  act(async () => {
    fireEvent.click(target);
    field.blur();
  });

it("does not write text typed in one list to the URL of another", async () => {
  const { mocks } = await createSubscriptions(WEEKLY);
  const { user } = await openPage("/p/3/subscriptions", "Weekly figures", mocks);
  const field = await screen.findByRole("combobox", { name: "Search subscriptions" });
  await user.type(field, "a");
  await goFirst(field, screen.getByRole("link", { name: "Trash" }));
  expect(params()).toEqual({ view: "trash" });
});

it("keeps both searches of a session property when both are written to the URL together, but not for another property", async () => {
  const { user } = await openPage("/p/1/sessions?property=%24entry_pathname", /^Values/);
  const search = screen.getByLabelText("Search properties");
  const values = screen.getByLabelText(/^Search values of/);
  await act(async () => search.focus());
  await act(async () => void fireEvent.change(search, { target: { value: "channel" } }));
  await act(async () => void fireEvent.change(values, { target: { value: "docs" } }));
  await act(async () => void fireEvent.focusOut(search));
  expect(params()).toEqual({ property: "$entry_pathname", search: "channel", value: "docs" });

  await user.type(values, "a");
  await goFirst(values, screen.getByRole("link", { name: /^Channel/ }));
  expect(params()).toEqual({ property: "$channel_type", search: "channel" });
});
