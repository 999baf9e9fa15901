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
  expect(await screen.findByText("No members yet")).toBeInTheDocument();
});

test("removes a prerendered page when the pointer leaves the link", async () => {
  const { user } = await openList();
  await user.hover(link("Members"));
  await waitFor(() => expect(heading("Members", true)).toBeInTheDocument());
  await user.hover(screen.getByRole("heading", { level: 1 }));
  await waitFor(() => expect(heading("Members", true)).not.toBeInTheDocument());
});

test("prerenders the page of a focused link", async () => {
  const { user } = await openList();
  link("Recipients").focus();
  await waitFor(() => expect(heading("Recipients", true)).toBeInTheDocument());
  await user.keyboard("{Enter}");
  expect(heading("Recipients")).toHaveFocus();
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
