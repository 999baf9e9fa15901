import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type AppPage, pages } from "@/app/pages";
import { HELP_PAGES } from "@/features/help/pages/table-of-contents";
import { goTo, renderApp } from "../support/render-app";
import { LIST_URL, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const heading = (name: string, level = 1) => screen.findByRole("heading", { level, name });

test("opens without a connection and sends no request", async () => {
  const { sent } = await renderApp({ path: "/help", hasDemo: false });
  await heading("Help");
  const main = within(screen.getByRole("main"));
  for (const { title } of HELP_PAGES)
    expect(main.getByRole("link", { name: new RegExp(`^${title}`) })).toBeVisible();
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

test("each page has one title and a table of contents that leads to its headings", async () => {
  const { user } = await renderApp({ path: "/help" });
  for (const { name, title } of HELP_PAGES) {
    await goTo(`/help/${name}`);
    await waitFor(() => expect(document.title).toBe(`${title} · Help · Environs`));
    expect([...document.querySelectorAll("h1")].map(({ textContent }) => textContent)).toEqual([title]);
    const headings = [...document.querySelectorAll("main h2")];
    const links = [...document.querySelectorAll("nav[aria-labelledby='table-of-contents'] a")];
    expect(links).toHaveLength(headings.length > 1 ? headings.length : 0);
    const [link] = links.slice(-1);
    if (link === undefined) continue;
    await user.click(link);
    const target = headings.find(({ textContent }) => textContent === link.textContent);
    await waitFor(() => expect(target).toHaveFocus());
  }
});

test("a link to a heading on another page moves the focus there", async () => {
  const { user } = await renderApp({ path: "/help/troubleshooting" });
  await heading("Troubleshooting");
  await user.click(screen.getByRole("link", { name: "scope" }));
  const scopes = await heading("Scopes", 2);
  await waitFor(() => expect(scopes).toHaveFocus());
  expect(window.location.pathname + window.location.hash).toBe("/help/connecting#scopes");
});

test("lists the keys that open pages", async () => {
  await renderApp({ path: "/help/keyboard" });
  await heading("Keyboard");
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  const keyed = Object.values<AppPage>(pages).filter(({ keys }) => keys !== undefined);
  expect(rows).toEqual(expect.arrayContaining(keyed.map(({ keys, label }) => `${keys}${label}`)));
});

test("links within the help stay in the app, and others open a new tab", async () => {
  await renderApp({ path: "/help/web-vitals" });
  await heading("Web vitals and budgets");
  const link = screen.getByRole("link", { name: "web.dev" });
  expect(link).toHaveAttribute("target", "_blank");
  expect(link).toHaveAttribute("rel", "noreferrer");
});

test("an unknown page leads back to the table of contents", async () => {
  const { user } = await renderApp({ path: "/help/nowhere" });
  await heading("Help page not found");
  await user.click(screen.getByRole("link", { name: "All help pages" }));
  expect(await heading("Help")).toBeVisible();
});
