import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { apiError } from "@/mocks/errors";
import { server } from "@/mocks/node";
import { override } from "@/mocks/scenarios";
import { createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { goTo, settle } from "../support/render-app";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const SESSIONS = "/p/1/sessions";
const PROPERTIES = "/property_definitions/";
const VALUES = "/values/";

/** Creates a server that answers an endpoint with `body`. */
function createServer(endpoint: "sessions.properties" | "sessions.values", body: object): MockServer {
  const mocks = createMockServer({ now: () => TEST_TIME });
  server.use(override(endpoint, () => HttpResponse.json(body)));
  return mocks;
}

const propertyLinks = () => within(screen.getByRole("list", { name: "Properties" })).getAllByRole("link");
const propertySearch = () => screen.getByRole("textbox", { name: "Search properties" });
/** Enters texts without a pause. */
const enter = (field: HTMLElement, ...texts: readonly string[]) => {
  for (const value of texts) fireEvent.change(field, { target: { value } });
};
const readValues = (label: string) => {
  const items = within(screen.getByRole("list", { name: `Values of ${label}` })).getAllByRole("listitem");
  return items.map((item) => item.textContent);
};
const requestsTo = (sent: readonly { readonly path: string; readonly search: string }[], path: string) =>
  sent.filter((request) => request.path.endsWith(path)).map(({ search }) => search);

it("lists properties with label, name and type, by keyboard with one tab stop, and shows each with its values", async () => {
  const { user, sent } = await openPage(SESSIONS, "22 properties");
  expect(propertyLinks()).toHaveLength(22);
  expect(propertyLinks()[0]).toHaveAccessibleName("Bounce $is_bounce, Yes or no");
  // On a wide screen, the panel beside the list shows the first property.
  await screen.findByRole("heading", { name: "Bounce" });
  expect(document.title).toBe("Bounce · Sessions · Environs");
  await user.keyboard("/");
  expect(propertySearch()).toHaveFocus();
  await user.keyboard("{ArrowDown}");
  expect(propertyLinks()[0]).toHaveFocus();
  await user.keyboard("{End}{ArrowUp}");
  expect(propertyLinks()[20]).toHaveFocus();
  await user.keyboard("{Home}jj");
  expect(propertyLinks()[2]).toHaveFocus();
  expect(propertyLinks().filter((link) => link.tabIndex === 0)).toEqual([propertyLinks()[2]]);
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { level: 2, name: "Channel" });
  expect(propertyLinks()[2]).toHaveAttribute("aria-current", "true");
  await user.click(propertySearch());
  await user.keyboard("bounce{Enter}");
  await screen.findByRole("heading", { level: 2, name: "Bounce" });

  await goTo(`${SESSIONS}?property=$session_duration`);
  await screen.findByText("No values");
  screen.getByText("Time between the first and last event, in seconds.");
  screen.getByText("Duration", { selector: "dd *" });
  screen.getByText(/^Most servers list values only for text and yes-or-no properties/);
  await user.click(screen.getByText("Show raw response"));
  await screen.findByText(/"property_type": "Duration"/);
  expect(document.title).toBe("Duration · Sessions · Environs");

  // A property that isn't listed still loads values.
  await goTo(`${SESSIONS}?property=$gone`);
  await screen.findByText("Property not found on this server");
  await screen.findByText("No values");
  expect(requestsTo(sent, VALUES).at(-1)).toBe("?key=%24gone");
});

it("opens a link with a value search, copies name, link and value, and searches values after typing pauses", async () => {
  const path = `${SESSIONS}?property=$entry_utm_source&value=goo&search=utm`;
  const { user, sent } = await openPage(path, "google-ads");
  expect(readValues("UTM source")).toEqual(["google", "google-ads"]);
  expect(screen.getByLabelText("Search values of UTM source")).toHaveValue("goo");
  screen.getByText("2 values with “goo”");
  expect(requestsTo(sent, VALUES)).toEqual(["?key=%24entry_utm_source&value=goo"]);
  await user.click(screen.getByLabelText("Copy name"));
  expect(await navigator.clipboard.readText()).toBe("$entry_utm_source");
  await user.click(screen.getByLabelText("Copy google-ads"));
  expect(await navigator.clipboard.readText()).toBe("google-ads");
  await user.click(screen.getByText("Copy link"));
  await screen.findByText("Link copied");
  const link = new URL(await navigator.clipboard.readText());
  expect(link.pathname + link.search).toBe(`${SESSIONS}?property=%24entry_utm_source&value=goo`);

  await goTo(`${SESSIONS}?property=$entry_pathname`);
  await screen.findByText(/^First 20 values\./);
  const search = screen.getByLabelText("Search values of Entry path");
  await user.click(search);
  enter(search, "do", "docs");
  await screen.findByText("5 values with “docs”");
  expect(readValues("Entry path").every((value) => value?.includes("docs"))).toBe(true);
  expect(requestsTo(sent, VALUES).slice(1)).toEqual([
    "?key=%24entry_pathname",
    "?key=%24entry_pathname&value=docs",
  ]);
  await user.tab();
  await waitFor(() => expect(window.location.search).toBe("?property=%24entry_pathname&value=docs"));
  await user.type(search, " none");
  await screen.findByText("No values with “docs none”");
  await user.click(screen.getByText("Clear search", { selector: "button *, button" }));
  await screen.findByText(/^First 20 values/);
});

it("searches properties on the server if it has more than it returned", async () => {
  const mocks = createMockServer({ now: () => TEST_TIME });
  const page = { count: 22, results: [{ name: "$is_bounce", property_type: "Boolean" }] };
  server.use(
    override("sessions.properties", ({ url }) =>
      new URL(url).search === "" ? HttpResponse.json(page) : undefined,
    ),
  );
  const { sent } = await openPage(SESSIONS, /^1 of 22 properties\. Search by name/, mocks);
  enter(propertySearch(), "utm", "utm so");
  await waitFor(() =>
    expect(propertyLinks().map((link) => link.getAttribute("data-property"))).toEqual(["$entry_utm_source"]),
  );
  // The page shows no total, because the server doesn't return the number of all matches.
  screen.getByText("1 match");
  // The page sends a request after a pause in typing, instead of one per key.
  expect(requestsTo(sent, PROPERTIES)).toEqual(["", "?search=utm+so"]);
});

it("asks a server that refuses API keys once, and again on request, and shows unreadable properties as raw JSON", async () => {
  const mocks = createMockServer({ now: () => TEST_TIME });
  server.use(
    override("sessions.properties", () =>
      apiError(403, "permission_denied", "This action does not support Personal API Key access"),
    ),
  );
  const { user, sent } = await openPage(SESSIONS, "Not available with an API key", mocks);
  await goTo("/p/1/activity");
  await screen.findByText("Activity", { selector: "h1" });
  await goTo(SESSIONS);
  await screen.findByText("Not available with an API key");
  await settle();
  expect(requestsTo(sent, PROPERTIES)).toHaveLength(1);
  mocks.resetHandlers();
  const records = [{ name: "$is_bounce" }, { title: "no name" }];
  server.use(override("sessions.properties", () => HttpResponse.json(records)));
  await user.click(screen.getByText("Check again"));
  await screen.findByText("Couldn't read 1 property");
  expect(requestsTo(sent, PROPERTIES)).toHaveLength(2);
  await user.click(screen.getByText(/^Item 2 in the response/));
  await screen.findByText(/"title": "no name"/);
  expect(propertyLinks()).toHaveLength(1);
});

it("explains that a server has no session properties", async () => {
  await openPage(SESSIONS, "No session properties", createServer("sessions.properties", []));
  expect(screen.queryByRole("list", { name: "Properties" })).toBeNull();
});

it("shows missing, empty and boolean values as text, and a notice while the server collects values", async () => {
  const results = [{ name: null }, { name: "" }, { name: " x " }, { name: 1 }];
  const { user, sent } = await openPage(
    `${SESSIONS}?property=$is_bounce`,
    /^The server is still collecting values/,
    createServer("sessions.values", { results, refreshing: true }),
  );
  expect(readValues("Bounce")).toEqual(["Not set", "Empty", "“ x ”", "1yes"]);
  expect(screen.getAllByLabelText(/^Copy (value|x|1)$/)).toHaveLength(3);
  expect(requestsTo(sent, VALUES)).toHaveLength(1);
  await user.click(screen.getByText("Check again"));
  await waitFor(() => expect(requestsTo(sent, VALUES)).toHaveLength(2));
});
