import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { apiError } from "@/mocks/errors";
import { server } from "@/mocks/node";
import { override } from "@/mocks/scenarios";
import { createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { settle } from "../support/render-app";
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
const readValues = (label: string) => {
  const items = within(screen.getByRole("list", { name: `Values of ${label}` })).getAllByRole("listitem");
  return items.map((item) => item.textContent);
};
const requestsTo = (sent: readonly { readonly path: string; readonly search: string }[], path: string) =>
  sent.filter((request) => request.path.endsWith(path)).map(({ search }) => search);

it("a server that refuses API keys is asked once, and again on request", async () => {
  const mocks = createMockServer({ now: () => TEST_TIME });
  server.use(
    override("sessions.properties", () =>
      apiError(403, "permission_denied", "This action does not support Personal API Key access"),
    ),
  );
  const { user, sent } = await openPage(SESSIONS, "Not available with an API key", mocks);
  const navigation = within(screen.getByRole("navigation", { name: "Main" }));
  await user.click(navigation.getByRole("link", { name: "Exports" }));
  await screen.findByRole("heading", { level: 1, name: "Exports" });
  await user.click(navigation.getByRole("link", { name: "Sessions" }));
  await screen.findByText("Not available with an API key");
  await settle();
  expect(requestsTo(sent, PROPERTIES)).toHaveLength(1);
  mocks.resetHandlers();
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByText("22 properties");
  expect(requestsTo(sent, PROPERTIES)).toHaveLength(2);
});

describe("session properties", () => {
  it("are listed with label, name and type, and reached by keyboard, with one tab stop", async () => {
    const { user } = await openPage(SESSIONS, "22 properties");
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
  });

  it("are searched on the server if it has more than it returned", async () => {
    const mocks = createMockServer({ now: () => TEST_TIME });
    const page = { count: 22, results: [{ name: "$is_bounce", property_type: "Boolean" }] };
    server.use(
      override("sessions.properties", ({ url }) =>
        new URL(url).search === "" ? HttpResponse.json(page) : undefined,
      ),
    );
    const { user, sent } = await openPage(SESSIONS, /^1 of 22 properties\. Search by name/, mocks);
    await user.type(propertySearch(), "utm so");
    await waitFor(() =>
      expect(propertyLinks().map((link) => link.getAttribute("data-property"))).toEqual([
        "$entry_utm_source",
      ]),
    );
    // The page shows no total, because the server doesn't return the number of all matches.
    screen.getByText("1 match");
    // The page sends a request after a pause in typing, instead of one per key.
    expect(requestsTo(sent, PROPERTIES)).toEqual(["", "?search=utm+so"]);
  });

  it("are counted and shown as raw JSON if unreadable", async () => {
    const records = [{ name: "$is_bounce" }, { title: "no name" }];
    const { user } = await openPage(
      SESSIONS,
      "Couldn't read 1 property",
      createServer("sessions.properties", records),
    );
    await user.click(screen.getByText(/^Item 2 in the response/));
    await screen.findByText(/"title": "no name"/);
    expect(propertyLinks()).toHaveLength(1);
  });

  it("may be missing", async () => {
    await openPage(SESSIONS, "No session properties", createServer("sessions.properties", []));
    expect(screen.queryByRole("list", { name: "Properties" })).toBeNull();
  });
});

describe("a property", () => {
  it("shows description, type and raw record", async () => {
    const { user } = await openPage(`${SESSIONS}?property=$session_duration`, "No values");
    screen.getByText("Time between the first and last event, in seconds.");
    screen.getByText("Duration", { selector: "dd *" });
    screen.getByText(/^Most servers list values only for text and yes-or-no properties/);
    await user.click(screen.getByText("Show raw response"));
    await screen.findByText(/"property_type": "Duration"/);
    expect(document.title).toBe("Duration · Sessions · Environs");
  });

  it("that isn't listed shows a notice, and still loads values", async () => {
    const { sent } = await openPage(`${SESSIONS}?property=$gone`, "Property not found on this server");
    await screen.findByText("No values");
    expect(requestsTo(sent, VALUES)).toEqual(["?key=%24gone"]);
  });

  it("opens from a link with a value search, and can be copied by name, link and value", async () => {
    const path = `${SESSIONS}?property=$entry_utm_source&value=goo&search=utm`;
    const { user, sent } = await openPage(path, "google-ads");
    expect(readValues("UTM source")).toEqual(["google", "google-ads"]);
    expect(screen.getByRole("textbox", { name: "Search values of UTM source" })).toHaveValue("goo");
    screen.getByText("2 values with “goo”");
    expect(requestsTo(sent, VALUES)).toEqual(["?key=%24entry_utm_source&value=goo"]);
    await user.click(screen.getByRole("button", { name: "Copy name" }));
    expect(await navigator.clipboard.readText()).toBe("$entry_utm_source");
    await user.click(screen.getByRole("button", { name: "Copy google-ads" }));
    expect(await navigator.clipboard.readText()).toBe("google-ads");
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    await screen.findByText("Link copied");
    const link = new URL(await navigator.clipboard.readText());
    expect(link.pathname + link.search).toBe(`${SESSIONS}?property=%24entry_utm_source&value=goo`);
  });
});

describe("the values of a property", () => {
  it("show a notice while the server collects values, and can be refetched", async () => {
    const { user, sent } = await openPage(
      `${SESSIONS}?property=$entry_pathname`,
      /^The server is still collecting values/,
      createServer("sessions.values", { results: [{ name: "/pricing" }], refreshing: true }),
    );
    expect(readValues("Entry path")).toEqual(["/pricing"]);
    expect(requestsTo(sent, VALUES)).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Check again" }));
    await waitFor(() => expect(requestsTo(sent, VALUES)).toHaveLength(2));
  });

  it("are limited to 20, and searched after typing pauses", async () => {
    const { user, sent } = await openPage(`${SESSIONS}?property=$entry_pathname`, /^First 20 values\./);
    await user.type(screen.getByRole("textbox", { name: "Search values of Entry path" }), "docs");
    await screen.findByText("5 values with “docs”");
    expect(readValues("Entry path").every((value) => value?.includes("docs"))).toBe(true);
    expect(requestsTo(sent, VALUES)).toEqual(["?key=%24entry_pathname", "?key=%24entry_pathname&value=docs"]);
    await user.tab();
    await waitFor(() => expect(window.location.search).toBe("?property=%24entry_pathname&value=docs"));
    await user.type(screen.getByRole("textbox", { name: "Search values of Entry path" }), " none");
    await screen.findByText("No values with “docs none”");
    await user.click(screen.getByText("Clear search", { selector: "button *, button" }));
    await screen.findByText(/^First 20 values/);
  });

  it("show missing, empty and boolean values as text", async () => {
    const values = {
      results: [{ name: null }, { name: "" }, { name: " x " }, { name: 1 }],
      refreshing: false,
    };
    await openPage(`${SESSIONS}?property=$is_bounce`, "Not set", createServer("sessions.values", values));
    expect(readValues("Bounce")).toEqual(["Not set", "Empty", "“ x ”", "1yes"]);
    expect(screen.getAllByRole("button", { name: /^Copy (value|x|1)$/ })).toHaveLength(3);
  });
});
