// Past deliveries and test deliveries, which only newer servers have (server-generations, Run history).

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { override, refuse } from "@/mocks/scenarios";
import { createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { goTo, renderApp, settle } from "../support/render-app";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const LIST_URL = "/p/1/subscriptions";
const DELIVERIES = /\/subscriptions\/\d+\/(?:deliveries|test-delivery)\/$/;

const createNewer = () => createMockServer({ profile: "newer", now: () => TEST_TIME });

async function findId(mocks: MockServer, title: string): Promise<number> {
  const { results } = await mocks.call("environments/1/subscriptions/?limit=500");
  return results.find((record: { title: string }) => record.title === title)?.id ?? expect.fail();
}

async function openDetail(title: string, mocks = createNewer()) {
  const id = await findId(mocks, title);
  return { ...(await openPage(`${LIST_URL}/${id}`, "Next deliveries", mocks)), id };
}

const findSection = () => screen.findByRole("region", { name: "Past deliveries" });
const listRows = (section: HTMLElement) => section.querySelectorAll("ol > li[tabindex]");
const errorOf = (message: string) => ({ message, type: "Error" });

async function openMenu(user: Awaited<ReturnType<typeof openDetail>>["user"]) {
  await user.click(await screen.findByRole("button", { name: "More" }));
  return screen.findByRole("menuitem", { name: /^Send test delivery…/ });
}

async function expectNotInPalette(user: Awaited<ReturnType<typeof openDetail>>["user"]) {
  await user.keyboard("{Escape}{Control>}k{/Control}");
  await screen.findByRole("option", { name: /^Edit this subscription/ });
  expect(screen.queryByRole("option", { name: /test delivery/i })).toBeNull();
}

describe("past deliveries", () => {
  it("lists them newest first, failed ones only, and the older ones on request, which can be retried", async () => {
    const { user, sent } = await openDetail("API calls by customer");
    const section = await findSection();
    await waitFor(() => expect(listRows(section)).toHaveLength(50));
    const dates = [...section.querySelectorAll("time")].map(({ dateTime }) => dateTime);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(listRows(section)[0]).toHaveTextContent(/Scheduled.*recipient/);
    expect(section).not.toHaveTextContent(/received|delivered/i);

    await user.click(within(section).getByRole("radio", { name: "Failed" }));
    await waitFor(() => expect(listRows(section).length).toBeLessThan(50));
    expect(listRows(section).length).toBeGreaterThan(0);
    for (const row of listRows(section))
      expect(row).toHaveTextContent(/Failed.*The dashboard could not be rendered in time\./);
    // The server's filter would miss deliveries that failed for some recipients.
    expect(sent.filter(({ path }) => DELIVERIES.test(path)).map(({ search }) => search)).toEqual([""]);
    await user.click(within(section).getByRole("radio", { name: "All" }));

    server.use(refuse("subscriptions.deliveries", 400, { once: true }));
    await user.click(within(section).getByRole("button", { name: "Load older" }));
    await within(section).findByRole("alert");
    expect(listRows(section)).toHaveLength(50);
    await user.click(within(section).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(listRows(section)).toHaveLength(100));
    await user.click(within(section).getByRole("button", { name: "Load older" }));
    await waitFor(() => expect(listRows(section).length).toBeGreaterThan(100));
    expect(listRows(section)[100]).toHaveFocus();
    const reads = sent.filter(({ path }) => DELIVERIES.test(path));
    const cursor = expect.stringMatching(/^\?cursor=\w+$/);
    expect(reads.map(({ search }) => search)).toEqual(["", cursor, cursor, cursor]);
    expect(reads.every(({ path }) => path.startsWith("/api/environments/1/"))).toBe(true);
  });

  it("names pages without failures, and the results of each recipient, with errors as text and links to exports", async () => {
    const toDelivery = (id: string, ...statuses: readonly string[]) => ({
      id,
      trigger_type: "scheduled",
      status: "completed",
      recipient_results: statuses.map((status, index) => ({ recipient: `${index}@example.com`, status })),
    });
    const failed = {
      ...toDelivery("b"),
      trigger_type: "target_change",
      created_at: "2026-11-20T07:00:00Z",
      target_type: "email",
      exported_asset_ids: [7010],
      recipient_results: [
        { recipient: "ana@example.com", status: "success" },
        { recipient: "bo@example.com", status: "failed", error: errorOf("<b>Mailbox full</b>") },
      ],
      error: errorOf("One <i>recipient</i> failed."),
    };
    const pages = [[toDelivery("a", "success"), failed], [toDelivery("c", "success")]];
    const mocks = createNewer();
    server.use(
      override("subscriptions.deliveries", (request) => {
        const url = new URL(request.url);
        const index = Number(url.searchParams.get("cursor"));
        const next = index + 1 < pages.length ? `${url.origin}${url.pathname}?cursor=${index + 1}` : null;
        return HttpResponse.json({ next, previous: null, results: pages[index] });
      }),
    );
    const { user } = await openDetail("Sales pipeline", mocks);
    const section = await findSection();
    await user.click(await within(section).findByRole("radio", { name: "Failed" }));
    await waitFor(() => expect(listRows(section)).toHaveLength(1));
    const [row] = listRows(section);
    expect(row).toHaveTextContent(/Partly failed.*After a change.*1 of 2 recipients failed/);
    expect(row).toHaveTextContent("One <i>recipient</i> failed.");
    expect(row).not.toHaveTextContent("bo@example.com");
    await user.click(within(section).getByText(/Partly failed/));
    const results = within(await within(section).findByRole("list", { name: "Recipients" }));
    expect(results.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "ana@example.com Sent",
      "bo@example.com Failed<b>Mailbox full</b>",
    ]);
    expect(within(section).getByRole("link", { name: "Export 7010" })).toHaveAttribute(
      "href",
      "/p/1/exports/7010",
    );
    await user.click(within(section).getByText("Load older"));
    expect(await within(section).findByText("No failures in 1 delivery.")).toHaveFocus();
    await user.click(within(section).getByRole("radio", { name: "All" }));
    expect(listRows(section)).toHaveLength(3);
  });

  it("hides the URL of a webhook, shows unknown values unchanged, and says that a test delivery may have been sent", async () => {
    const url = "https://hooks.example.com/services/secret-1234";
    const results = [
      {
        id: "a",
        trigger_type: "retry",
        status: "queued",
        target_type: "webhook",
        recipient_results: [{ recipient: url, status: "later" }],
      },
      { id: "b", recipient_results: "all" },
    ];
    const mocks = createNewer();
    const page = { next: null, previous: null, results };
    server.use(
      override("subscriptions.deliveries", () => HttpResponse.json(page)),
      refuse("subscriptions.testDelivery", 500),
    );
    const { user } = await openDetail("Sales pipeline", mocks);
    const section = within(await findSection());
    await user.click(await section.findByText("queued"));
    await section.findByText("hooks.example.com/…1234");
    expect(document.body).not.toHaveTextContent("secret");
    section.getByText("later");
    section.getByText("retry");
    section.getByText("Unknown date");
    section.getByText("1 delivery has an unknown format and isn't shown.");
    // A single status needs no filter.
    expect(section.queryByRole("radio")).toBeNull();

    await user.click(await openMenu(user));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByText("Send test delivery"));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Server error. The test delivery may have been sent, so check “Past deliveries” before you retry.",
    );
  });

  it("is hidden where the server doesn't have it", async () => {
    const mocks = createNewer();
    server.use(refuse("subscriptions.deliveries", 404, { detail: "Endpoint not found." }));
    const { user, sent } = await openDetail("Sales pipeline", mocks);
    await waitFor(() => expect(sent.some(({ path }) => DELIVERIES.test(path))).toBe(true));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Past deliveries" })).toBeNull());
    await user.click(screen.getByRole("button", { name: "More" }));
    expect(screen.queryByRole("menuitem", { name: /^Send test delivery…/ })).toBeNull();
  });

  it("is neither asked for nor offered on older servers", async () => {
    const { user, sent } = await renderApp({ path: `${LIST_URL}/1066` });
    await screen.findAllByText("Next deliveries");
    await settle();
    await user.click(screen.getByRole("button", { name: "More" }));
    await screen.findByRole("menuitem", { name: "Duplicate" });
    expect(screen.queryByRole("menuitem", { name: /^Send test delivery…/ })).toBeNull();
    expect(screen.queryByRole("region", { name: "Past deliveries" })).toBeNull();
    expect(sent.filter(({ path }) => DELIVERIES.test(path))).toEqual([]);
    await expectNotInPalette(user);
  });
});

describe("the last delivery", () => {
  const FAILED = /^The delivery of .* failed: The dashboard could not be rendered in time\.$/;

  it("leads the page with its outcome and reason, and can be sent again", async () => {
    const { user, writes } = await openDetail("Onboarding steps");
    const failure = await screen.findByText(FAILED);
    expect(screen.queryByText(/hourly run/)).toBeNull();
    expect(screen.getByText("Overdue").parentElement).toHaveAttribute("data-tone", "warning");
    const section = await findSection();
    const next = screen.getByRole("region", { name: "Next deliveries" });
    expect(failure.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    for (const { dateTime } of next.querySelectorAll("time"))
      expect(Date.parse(dateTime)).toBeGreaterThan(TEST_TIME.getTime());
    await user.click(screen.getByRole("button", { name: "Show deliveries" }));
    expect(document.activeElement).toContainElement(section);
    await user.click(screen.getByRole("button", { name: "Send now… Onboarding steps" }));
    fireEvent.click(await screen.findByRole("button", { name: "Send test delivery" }));
    await screen.findByText("Test delivery started");
    expect(writes()).toHaveLength(1);
    await screen.findByText(/^The test delivery of .* is being sent\.$/);
  });

  it("is no problem when it was sent, and offers nothing where it would fail again", async () => {
    const sent = { scheduled_at: "2026-11-20T08:00:00Z", trigger_type: "scheduled", status: "completed" };
    let results = [{ id: "a", ...sent }];
    const page = () => HttpResponse.json({ next: null, previous: null, results });
    const mocks = createNewer();
    server.use(override("subscriptions.deliveries", page));
    await openDetail("Sales pipeline", mocks);
    await screen.findByText(/^The delivery of .* was sent\.$/);
    expect(screen.queryByRole("button", { name: /^Send now/ })).toBeNull();
    results = [];
    await goTo(`${LIST_URL}/${await findId(mocks, "Onboarding steps")}`);
    await screen.findByText("The server lists no past deliveries.");
  });

  it("is the reason in Health, without a fix that can't help", async () => {
    const mocks = createNewer();
    const { user } = await openPage("/p/1/health", "Health", mocks);
    const overdue = await screen.findByRole("region", { name: /^Overdue · 2/ });
    await waitFor(() => expect(within(overdue).getAllByText(FAILED)).toHaveLength(2));
    expect(within(overdue).queryByRole("link", { name: /^Edit/ })).toBeNull();
    await user.click(within(overdue).getByRole("button", { name: "Send now… Onboarding steps" }));
    await screen.findByRole("dialog", { name: "Send a test delivery of “Onboarding steps”?" });
  });
});

describe("a test delivery", () => {
  it("starts from the palette or the menu, says who is mailed, sends after consent, and reads the history again", async () => {
    const { user, mocks, writes } = await openDetail("Sales pipeline");
    const section = await findSection();
    await waitFor(() => expect(listRows(section).length).toBeGreaterThan(0));
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: /^Search pages/ }), "test delivery");
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Send a test delivery of “Sales pipeline”?" });
    expect(dialog).toHaveTextContent(/\d+ (?:person receives|people receive) an email immediately\./);
    expect(dialog).toHaveTextContent("This can't be undone.");
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(writes()).toEqual([]);

    await user.click(await openMenu(user));
    fireEvent.click(await screen.findByRole("button", { name: "Send test delivery" }));
    await screen.findByText("Test delivery started");
    expect(writes().map(({ path, body }) => ({ path, body }))).toEqual([
      { path: expect.stringMatching(/\/test-delivery\/$/), body: undefined },
    ]);
    expect(mocks.db.outbox.length).toBeGreaterThan(0);
    await waitFor(() => expect(listRows(section)[0]).toHaveTextContent(/Sending.*Test/));
    const history = await screen.findByRole("region", { name: "Changes in this browser" });
    expect(history).toHaveTextContent("Test delivery now");

    // The server refuses another one while it is in progress.
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(await openMenu(user));
    const again = within(await screen.findByRole("dialog"));
    fireEvent.click(again.getByRole("button", { name: "Send test delivery" }));
    expect(await again.findByRole("alert")).toHaveTextContent(
      "The test delivery wasn't startedServer response: “Delivery already in progress”",
    );
  });

  it("is disabled for a paused subscription, with the reason, and not in the palette", async () => {
    const { user, writes } = await openDetail("Pipeline review, after the holidays");
    const item = await openMenu(user);
    expect(item).toHaveAttribute("aria-disabled", "true");
    expect(item).toHaveTextContent("The subscription is paused. Resume it first.");
    await user.click(item);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(writes()).toEqual([]);
    await expectNotInPalette(user);
  });
});
