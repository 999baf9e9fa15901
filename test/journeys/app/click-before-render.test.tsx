import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
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
