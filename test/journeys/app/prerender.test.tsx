import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp, settle } from "../support/render-app";
import { LIST_URL, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const link = (name: string) =>
  within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name });
const heading = (name: string, hidden = false) => screen.queryByRole("heading", { level: 1, name, hidden });

async function openList() {
  const app = await renderApp({ path: LIST_URL });
  await waitFor(() => expect(heading("Subscriptions")).toBeInTheDocument());
  await settle();
  return app;
}

test("prerenders the page of a hovered link, and shows it on click", async () => {
  const { user, sent } = await openList();
  const requestCount = sent.length;
  const historyLength = window.history.length;
  await user.hover(link("Members"));
  await waitFor(() => expect(heading("Members", true)).toBeInTheDocument());
  const prerendered = heading("Members", true);
  expect(heading("Members")).not.toBeInTheDocument();
  expect(heading("Subscriptions")).toBeInTheDocument();
  expect(document.title).toBe("Subscriptions · Environs");
  expect(link("Members")).not.toHaveAttribute("aria-current");

  await user.click(link("Members"));
  expect(heading("Members")).toBe(prerendered);
  expect(heading("Members")).toHaveFocus();
  expect(heading("Subscriptions", true)).not.toBeInTheDocument();
  expect(document.title).toBe("Members · Environs");
  expect(link("Members")).toHaveAttribute("aria-current", "page");
  expect(window.history.length).toBe(historyLength + 1);
  // The page sends its requests only when it is shown.
  await waitFor(() => expect(sent.length).toBeGreaterThan(requestCount));
  // Administrators of the organization have access without an explicit level.
  await waitFor(() => expect(screen.getAllByRole("row").length).toBeGreaterThan(1));
});

test("gives each visit of a prerendered page its own history entry", async () => {
  const { user } = await openList();
  await user.hover(link("Members"));
  await waitFor(() => expect(heading("Members", true)).toBeInTheDocument());
  await user.click(link("Members"));
  const firstKey = window.history.state.key;
  await user.keyboard("gs");
  await waitFor(() => expect(heading("Subscriptions")).toBeInTheDocument());
  await user.click(link("Members"));
  expect(heading("Members")).toBeInTheDocument();
  expect(window.history.state.key).not.toBe(firstKey);
});

test("prerenders the form of a hovered link, and returns focus to the link", async () => {
  const { user, sent } = await openList();
  const create = screen.getAllByRole("link", { name: "New subscription" })[0];
  if (create === undefined) throw new Error("The list has no link to the form");
  const requestCount = sent.length;
  const form = () => document.querySelector("form[data-form-drawer]");
  await user.hover(create);
  await waitFor(() => expect(form()).toBeInTheDocument());
  const prerendered = form();
  expect(form()).not.toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(document.documentElement).not.toHaveAttribute("data-has-form-drawer");
  expect(sent).toHaveLength(requestCount);

  await user.click(create);
  expect(screen.getByRole("dialog", { name: "New subscription" })).toBeVisible();
  expect(form()).toBe(prerendered);
  expect(window.location.pathname).toBe(`${LIST_URL}/new`);
  await waitFor(() => expect(form()?.contains(document.activeElement)).toBe(true));
  await user.type(screen.getByRole("textbox", { name: "Title" }), "Typed");
  expect(screen.getByRole("textbox", { name: "Title" })).toHaveValue("Typed");
  await user.clear(screen.getByRole("textbox", { name: "Title" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(window.location.pathname).toBe(LIST_URL);
  await waitFor(() => expect(create).toHaveFocus());
});
