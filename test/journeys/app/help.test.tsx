import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type AppPage, pages } from "@/app/pages";
import { HELP_PAGES } from "@/features/help/pages/table-of-contents";
import { goTo, renderApp } from "../support/render-app";
import { LIST_URL, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const heading = (name: string, level = 1) => screen.findByRole("heading", { level, name });

test("opens without a connection, leads to each page and its headings, and sends no request", async () => {
  const { user, sent } = await renderApp({ path: "/help", hasDemo: false });
  await heading("Help");
  const main = within(screen.getByRole("main"));
  for (const { title } of HELP_PAGES) main.getByRole("link", { name: new RegExp(`^${title}`) });
  for (const { name, title } of HELP_PAGES) {
    await goTo(`/help/${name}`);
    await waitFor(() => expect(document.title).toBe(`${title} · Help · Environs`));
    expect([...document.querySelectorAll("h1")].map(({ textContent }) => textContent)).toEqual([title]);
    const headings = [...document.querySelectorAll("main h2")];
    const links = [...document.querySelectorAll("nav[aria-labelledby='table-of-contents'] a")];
    expect(links).toHaveLength(headings.length > 1 ? headings.length : 0);
    const [link] = links.slice(-1);
    if (link === undefined) continue;
    fireEvent.click(link);
    const target = headings.find(({ textContent }) => textContent === link.textContent);
    await waitFor(() => expect(target).toHaveFocus());
  }

  // Lists the keys that open pages.
  await goTo("/help/keyboard");
  await heading("Keyboard");
  const rows = [...document.querySelectorAll("tr")].map((row) => row.textContent);
  const keyed = Object.values<AppPage>(pages).filter(({ keys }) => keys !== undefined);
  expect(rows).toEqual(expect.arrayContaining(keyed.map(({ keys, label }) => `${keys}${label}`)));

  // Links within the help stay in the app and move the focus to the heading, and others open a new tab.
  await goTo("/help/web-vitals");
  await heading("Web vitals and budgets");
  const external = screen.getByRole("link", { name: "web.dev" });
  expect(external).toHaveAttribute("target", "_blank");
  expect(external).toHaveAttribute("rel", "noreferrer");
  await goTo("/help/troubleshooting");
  await heading("Troubleshooting");
  await user.click(screen.getByRole("link", { name: "scope" }));
  const scopes = await heading("Scopes", 2);
  await waitFor(() => expect(scopes).toHaveFocus());
  expect(window.location.pathname + window.location.hash).toBe("/help/connecting#scopes");

  await goTo("/help/nowhere");
  await heading("Help page not found");
  await user.click(screen.getByText("All help pages"));
  await heading("Help");
  expect(sent).toEqual([]);
});

test("keeps the navigation of the project it was opened from", async () => {
  const { user } = await renderApp({ path: LIST_URL });
  await heading("Subscriptions");
  const navigation = within(screen.getByRole("navigation", { name: "Main" }));
  await user.click(navigation.getByRole("link", { name: "Help" }));
  await heading("Help");
  expect(navigation.getByRole("link", { name: "Help" })).toHaveAttribute("aria-current", "page");
  expect(navigation.getByRole("link", { name: /^Exports/ })).toHaveAttribute("href", "/p/3/exports");
});
