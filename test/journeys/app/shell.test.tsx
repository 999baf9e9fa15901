import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../support/render-app";

// Uses the empty project, because this file doesn't test the list itself.
const LIST = "/p/3/subscriptions";

function heading(name: string | RegExp) {
  return screen.findByRole("heading", { level: 1, name });
}

test("redirects the root to the last project, or to the demo's", async () => {
  await renderApp({ path: "/" });
  await heading("Overview");
  expect(window.location.pathname).toBe("/p/1");
  expect(document.title).toBe("Overview · Environs");
});

test("shows a page for an unknown URL", async () => {
  const { user } = await renderApp({ path: "/nowhere" });
  await heading("Page not found");
  await user.click(screen.getByRole("link", { name: "Go to home page" }));
  expect(await heading("Overview")).toBeVisible();
});

test("finds a page by any word in the palette, moves with arrow keys, and opens it with Enter", async () => {
  const { user } = await renderApp({ path: LIST });
  await heading("Subscriptions");
  await user.keyboard("/");
  const search = await screen.findByRole("combobox", { name: "Search pages, actions, and items" });
  const options = screen.getAllByRole("option");
  await user.keyboard("{ArrowUp}");
  expect(options.at(-1)).toHaveAttribute("aria-selected", "true");
  await user.type(search, "xyzzy");
  expect(screen.queryByRole("option")).not.toBeInTheDocument();
  expect(screen.getByText("No results for “xyzzy”")).toBeInTheDocument();
  await user.clear(search);
  await user.type(search, "prefer");
  const option = screen.getByRole("option", { selected: true });
  expect(option).toHaveTextContent("Settings");
  expect(search).toHaveAttribute("aria-activedescendant", option.id);
  await user.keyboard("{Enter}");
  await heading("Settings");
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

test("turns single-key shortcuts off", async () => {
  const { user } = await renderApp({ path: "/settings" });
  await heading("Settings");
  const keys = screen.getByRole("switch", { name: "Single-key shortcuts" });
  expect(keys).toHaveAccessibleDescription(/^Keys pressed alone or one after the other, such as c or g s\./);
  await user.click(keys);
  await user.click(screen.getByRole("heading", { level: 1 }));
  await user.keyboard("?");
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: "Search pages, actions, and items" });
  expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).not.toBeInTheDocument();
});

test("hides shortcuts that are turned off", async () => {
  const { user } = await renderApp({ path: LIST });
  await heading("Subscriptions");
  localStorage.setItem("environs.single-keys", "off");
  await user.keyboard("{Control>}k{/Control}");
  const palette = await screen.findByRole("dialog");
  expect(await within(palette).findByRole("option", { name: /^New subscription/ })).toBeInTheDocument();
  expect(within(palette).queryByText("c", { selector: "kbd" })).not.toBeInTheDocument();

  await user.keyboard("shortcuts{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(dialog).toHaveTextContent(/Single-key shortcuts are turned off in Settings/);
  expect(within(dialog).queryByText("New subscription")).not.toBeInTheDocument();
  expect(within(dialog).queryByText("Search list")).not.toBeInTheDocument();
  expect(within(dialog).getByText("Jump to notifications")).toBeInTheDocument();

  await user.click(within(dialog).getByRole("link", { name: "Settings" }));
  await heading("Settings");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("lists projects in the switcher, and accepts any ID", async () => {
  const { user } = await renderApp({ path: LIST });
  const button = await screen.findByRole("button", { name: "Project: Empty" });
  await user.click(button);
  await user.click(await screen.findByRole("link", { name: /^Demo/ }));
  await user.click(await screen.findByRole("button", { name: "Project: Demo" }));
  expect(window.location.pathname).toBe("/p/1/subscriptions");
  await user.type(screen.getByLabelText("Open by ID"), "77{Enter}");
  expect(await screen.findByText("Project not found")).toBeInTheDocument();
});

test("focuses the heading of a new page", async () => {
  const { user } = await renderApp({ path: LIST });
  await heading("Subscriptions");
  await user.click(screen.getByRole("link", { name: "Settings" }));
  await waitFor(async () => expect(await heading("Settings")).toHaveFocus());
});

test("focuses the previous row on Back", async () => {
  const { user } = await renderApp({ path: "/p/1/subscriptions?view=trash" });
  const link = await screen.findByRole("link", { name: "Old pricing page" });
  await user.click(link);
  await waitFor(async () => expect(await heading("Old pricing page")).toHaveFocus());
  window.history.back();
  await waitFor(() => expect(screen.getByRole("link", { name: "Old pricing page" })).toHaveFocus());
});

test.each([
  ["the palette", "{Control>}k{/Control}"],
  ["the list of shortcuts", "?"],
])("%s gives the focus back when it is closed", async (_, keys) => {
  const { user } = await renderApp({ path: LIST });
  const link = await screen.findByRole("link", { name: "Settings" });
  link.focus();
  await user.keyboard(keys);
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(link).toHaveFocus());
});

describe("the project switcher", () => {
  async function openSwitcher() {
    const { user } = await renderApp({ path: `${LIST}?view=trash` });
    const button = await screen.findByRole("button", { name: "Project: Empty" });
    await user.click(button);
    await screen.findByRole("list", { name: "Projects" });
    return { user, button };
  }

  test("stays open until the click of a press that moves focus nowhere, as in Safari", async () => {
    const { user, button } = await openSwitcher();
    const link = screen.getByRole("link", { name: /^Demo/ });
    fireEvent.blur(button, { relatedTarget: null });
    expect(link).toBeVisible();
    await user.click(link);
    expect(window.location.pathname).toBe("/p/1/subscriptions");
    expect(link).not.toBeInTheDocument();
  });

  test("closes on a click elsewhere, on release", async () => {
    await openSwitcher();
    const elsewhere = screen.getByRole("heading", { level: 1 });
    fireEvent.mouseDown(elsewhere);
    expect(screen.getByRole("list", { name: "Projects" })).toBeVisible();
    fireEvent.mouseUp(elsewhere);
    expect(screen.queryByRole("list", { name: "Projects" })).not.toBeInTheDocument();
  });

  test("takes the focus, and gives it back on Escape and on the current project", async () => {
    const { user, button } = await openSwitcher();
    await waitFor(() => expect(screen.getByRole("link", { name: /^Demo/ })).toHaveFocus());
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("list", { name: "Projects" })).not.toBeInTheDocument();
    expect(button).toHaveFocus();
    await user.click(button);
    await user.click(await screen.findByRole("link", { current: true, name: /^Empty/ }));
    expect(screen.queryByRole("list", { name: "Projects" })).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });
});
