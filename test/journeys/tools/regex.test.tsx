import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { hang, override, refuse } from "@/mocks/scenarios";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const REGEX = "/p/1/regex";

const createServer = () => createMockServer({ now: () => TEST_TIME });
const descriptionField = () => screen.getByRole("textbox", { name: /^What should the pattern find/ });
const generateButton = () => screen.getByRole("button", { name: /^Generat/ });

async function openHelper(mocks = createServer()) {
  const app = await openPage("/settings", "Experiments", mocks);
  await app.user.click(screen.getByRole("switch", { name: "Regex helper (unstable)" }));
  await app.user.click(await screen.findByRole("link", { name: "Open regex helper" }));
  await screen.findByText("Unstable");
  expect(window.location.pathname).toBe(REGEX);
  return app;
}

describe("the regex helper", () => {
  it("is off by default, and sends nothing", async () => {
    const { user, sent } = await openPage(REGEX, "The regex helper is off");
    expect(screen.queryByRole("textbox")).toBeNull();
    await user.click(screen.getByRole("link", { name: "Open settings" }));
    expect(await screen.findByRole("switch", { name: "Regex helper (unstable)" })).not.toBeChecked();
    expect(screen.queryByRole("link", { name: "Open regex helper" })).toBeNull();
    expect(sent.filter(({ path }) => path.includes("regex"))).toEqual([]);
  });

  it("is marked unstable, in the navigation and palette while on, and can be turned off", async () => {
    const { user } = await openHelper();
    screen.getByText(/is in development and may change without notice/);
    await user.click(screen.getByRole("link", { name: "Sessions" }));
    await screen.findByRole("heading", { level: 1, name: "Sessions" });
    await user.click(screen.getByRole("link", { name: "Regex helper" }));
    await screen.findByText("Unstable");
    await user.click(screen.getByRole("link", { name: "Sessions" }));
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: /^Search pages/ }), "pattern");
    await user.click(await screen.findByRole("option", { name: /^Regex helper/ }));
    await screen.findByText("Unstable");
    await user.click(screen.getByRole("link", { name: "Settings" }));
    await user.click(await screen.findByRole("switch", { name: "Regex helper (unstable)" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Open regex helper" })).toBeNull());
    expect(screen.queryByRole("link", { name: "Regex helper" })).toBeNull();
    expect(localStorage.getItem("environs.regex-helper")).toBeNull();
  });

  it("requires a description, sends the documented request, and shows pattern and raw response, or the reason", async () => {
    const { user, writes } = await openHelper();
    await user.click(generateButton());
    await screen.findByText("Describe what the pattern should find.");
    expect(descriptionField()).toHaveFocus();
    expect(writes()).toEqual([]);
    await user.click(descriptionField());
    await user.paste("  any e-mail address");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await screen.findByRole("button", { name: "Copy pattern" });
    expect(writes()).toEqual([
      {
        method: "POST",
        path: "/api/environments/1/session_recordings/ai/regex/",
        search: "",
        body: { regex: "any e-mail address" },
      },
    ]);
    await user.click(screen.getByRole("button", { name: "Copy pattern" }));
    expect(await navigator.clipboard.readText()).toBe("[\\w.+-]+@[\\w-]+\\.[\\w.]+");
    await user.click(screen.getByText("Show raw response"));
    await screen.findByText(/"result": "success"/);
    await user.clear(descriptionField());
    await user.type(descriptionField(), "???");
    await user.click(generateButton());
    await screen.findByText("No pattern found", { selector: "p" });
    screen.getByText("Server response: “Describe in words what the pattern should find.”");
    // Generating a pattern changes nothing on the server, so it isn't journaled.
    await user.click(screen.getByRole("link", { name: "Activity" }));
    await screen.findByText("No changes yet");
  });

  it("shows a failure with the raw response, keeps the input, and can be retried", async () => {
    const mocks = createServer();
    const detail = "This action does not support Personal API Key access";
    server.use(refuse("sessionRecordings.regex", 403, { detail, once: true }));
    const { user, writes } = await openHelper(mocks);
    await user.type(descriptionField(), "a date");
    await user.click(generateButton());
    await screen.findByText("Not available with an API key");
    await user.click(screen.getByText("Show raw response"));
    await screen.findByText(/"status": 403/);
    expect(descriptionField()).toHaveValue("a date");
    const empty = () => new HttpResponse(null, { status: 200 });
    server.use(override("sessionRecordings.regex", empty, { once: true }));
    await user.click(generateButton());
    await screen.findByText("The response has no pattern", { selector: "p" });
    screen.getByText("The response is empty. Try again.");
    await user.click(generateButton());
    await screen.findByRole("button", { name: "Copy pattern" });
    expect(screen.queryByText("Not available with an API key")).toBeNull();
    expect(writes()).toHaveLength(3);
  });

  it("can be stopped and repeated, and sends once", async () => {
    const mocks = createServer();
    server.use(hang("sessionRecordings.regex", { once: true }));
    const { user, writes } = await openHelper(mocks);
    await user.type(descriptionField(), "a date");
    await user.click(generateButton());
    await user.click(await screen.findByRole("button", { name: "Generating…" }));
    await user.click(screen.getByRole("button", { name: "Stop waiting" }));
    expect(descriptionField()).toHaveFocus();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(writes()).toHaveLength(1);
    await user.click(generateButton());
    await screen.findByRole("button", { name: "Copy pattern" });
  });
});
