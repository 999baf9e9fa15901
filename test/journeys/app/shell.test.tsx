import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { goTo, renderApp } from "../support/render-app";

// Uses the empty project, because this file doesn't test the list itself.
const LIST = "/p/3/subscriptions";

function heading(name: string | RegExp) {
  return screen.findByRole("heading", { level: 1, name });
}

test("redirects the root to the last project, or to the demo's, and shows a page for an unknown URL", async () => {
  const { user } = await renderApp({ path: "/" });
  await heading("Overview");
  expect(window.location.pathname).toBe("/p/1");
  expect(document.title).toBe("Overview · Environs");
  await goTo("/nowhere");
  await heading("Page not found");
  await user.click(screen.getByText("Go to home page"));
  expect(await heading("Overview")).toBeVisible();
});

test("the palette and the list of shortcuts give the focus back, and the palette opens a page by any word", async () => {
  const { user } = await renderApp({ path: LIST });
  await heading("Subscriptions");
  const link = await screen.findByRole("link", { name: "Settings" });
  for (const keys of ["{Control>}k{/Control}", "?"]) {
    link.focus();
    await user.keyboard(keys);
    await screen.findByRole("dialog");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(link).toHaveFocus());
  }
  await user.keyboard("/");
  const search = await screen.findByRole("combobox", { name: "Search pages, actions, and items" });
  const options = screen.getAllByRole("option");
  await user.keyboard("{ArrowUp}");
  expect(options.at(-1)).toHaveAttribute("aria-selected", "true");
  fireEvent.change(search, { target: { value: "xyzzy" } });
  expect(screen.queryByRole("option")).not.toBeInTheDocument();
  screen.getByText("No results for “xyzzy”");
  fireEvent.change(search, { target: { value: "prefer" } });
  const option = screen.getByRole("option", { selected: true });
  expect(option).toHaveTextContent("Settings");
  expect(search).toHaveAttribute("aria-activedescendant", option.id);
  await user.keyboard("{Enter}");
  await waitFor(async () => expect(await heading("Settings")).toHaveFocus());
});

test("opens a page with two keys, but not while typing", async () => {
  const { user } = await renderApp({ path: "/connect" });
  await heading("Connect");
  await user.type(await screen.findByLabelText(/Server address/), "g s");
  expect(window.location.pathname).toBe("/connect");
  await user.click(screen.getByRole("heading", { level: 1 }));
  await user.keyboard("gs");
  await heading("Subscriptions");
});

test("turns single-key shortcuts off, and then hides them", async () => {
  const { user } = await renderApp({ path: "/settings" });
  await heading("Settings");
  const keys = screen.getByLabelText("Single-key shortcuts");
  expect(keys).toHaveAccessibleDescription(/^Keys pressed alone or one after the other, such as c or g s\./);
  await user.click(keys);
  await user.click(screen.getByRole("heading", { level: 1 }));
  await user.keyboard("?");
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: "Search pages, actions, and items" });
  expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).not.toBeInTheDocument();
  await user.keyboard("{Escape}");
  await goTo(LIST);
  await heading("Subscriptions");
  await user.keyboard("{Control>}k{/Control}");
  const palette = within(await screen.findByRole("dialog"));
  await palette.findByRole("option", { name: /^New subscription/ });
  expect(palette.queryByText("c", { selector: "kbd" })).not.toBeInTheDocument();

  await user.keyboard("shortcuts{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(dialog).toHaveTextContent(/Single-key shortcuts are turned off in Settings/);
  expect(within(dialog).queryByText("New subscription")).not.toBeInTheDocument();
  expect(within(dialog).queryByText("Search list")).not.toBeInTheDocument();
  within(dialog).getByText("Jump to notifications");
  await user.click(within(dialog).getByRole("link", { name: "Settings" }));
  await heading("Settings");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("focuses the previous row on Back", async () => {
  const { user } = await renderApp({ path: "/p/1/subscriptions?view=trash" });
  const link = await screen.findByRole("link", { name: "Old pricing page" });
  await user.click(link);
  await waitFor(async () => expect(await heading("Old pricing page")).toHaveFocus());
  window.history.back();
  await waitFor(() => expect(screen.getByRole("link", { name: "Old pricing page" })).toHaveFocus());
});

test("the project switcher takes and gives back the focus, closes on a click elsewhere, and opens projects and any ID", async () => {
  const { user } = await renderApp({ path: `${LIST}?view=trash` });
  const button = await screen.findByRole("button", { name: "Project: Empty" });
  const list = () => screen.queryByRole("list", { name: "Projects" });
  const open = async () => {
    await user.click(button);
    await screen.findByRole("list", { name: "Projects" });
  };
  await open();
  await waitFor(() => expect(screen.getByRole("link", { name: /^Demo/ })).toHaveFocus());
  await user.keyboard("{Escape}");
  expect(list()).not.toBeInTheDocument();
  expect(button).toHaveFocus();
  await open();
  await user.click(await screen.findByRole("link", { current: true, name: /^Empty/ }));
  expect(list()).not.toBeInTheDocument();
  expect(button).toHaveFocus();

  await open();
  const elsewhere = screen.getByRole("heading", { level: 1 });
  fireEvent.mouseDown(elsewhere);
  expect(list()).toBeVisible();
  fireEvent.mouseUp(elsewhere);
  expect(list()).not.toBeInTheDocument();

  // In Safari, a press moves the focus nowhere. The list stays open until the click.
  await open();
  const link = screen.getByRole("link", { name: /^Demo/ });
  fireEvent.blur(button, { relatedTarget: null });
  expect(link).toBeVisible();
  await user.click(link);
  expect(window.location.pathname).toBe("/p/1/subscriptions");
  expect(link).not.toBeInTheDocument();
  await user.click(await screen.findByLabelText("Project: Demo"));
  await user.type(screen.getByLabelText("Open by ID"), "77{Enter}");
  expect(await screen.findByText("Project not found")).toBeInTheDocument();
});
