import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { server } from "@/mocks/node";
import { hang, override, refuse } from "@/mocks/scenarios";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp } from "../support/render-app";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const REGEX = "/p/1/regex";

const createServer = () => createMockServer({ now: () => TEST_TIME });
const descriptionField = () => screen.getByRole("textbox", { name: /^What should the pattern find/ });
const generateButton = () => screen.getByRole("button", { name: /^Generat/ });

it("is off by default, marked unstable, in the navigation and palette while on, and can be turned off", async () => {
  const { user, sent } = await openPage(REGEX, "The regex helper is off");
  expect(screen.queryByRole("textbox")).toBeNull();
  await user.click(screen.getByText("Open settings"));
  const toggle = await screen.findByLabelText("Regex helper (unstable)");
  expect(toggle).not.toBeChecked();
  expect(screen.queryByText("Open regex helper")).toBeNull();
  expect(sent.filter(({ path }) => path.includes("regex"))).toEqual([]);
  await user.click(toggle);
  await user.click(await screen.findByText("Open regex helper"));
  await screen.findByText("Unstable");
  screen.getByText(/is in development and may change without notice/);
  expect(window.location.pathname).toBe(REGEX);

  await user.click(screen.getByText("Settings"));
  await user.click(await screen.findByRole("link", { name: "Regex helper" }));
  await screen.findByText("Unstable");
  await user.click(screen.getByText("Settings"));
  await screen.findByText("Settings", { selector: "h1" });
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox", { name: /^Search pages/ }), "pattern");
  await user.click(await screen.findByRole("option", { name: /^Regex helper/ }));
  await screen.findByText("Unstable");
  await user.click(screen.getByText("Settings"));
  await user.click(await screen.findByLabelText("Regex helper (unstable)"));
  await waitFor(() => expect(screen.queryByText("Open regex helper")).toBeNull());
  expect(screen.queryByRole("link", { name: "Regex helper" })).toBeNull();
  expect(localStorage.getItem("environs.regex-helper")).toBeNull();
});

it("requires a description, sends the documented request once, can be stopped, and shows the pattern or the reason", async () => {
  const mocks = createServer();
  localStorage.setItem("environs.regex-helper", "on");
  const { user, writes } = await renderApp({ path: REGEX, mocks, isReload: true });
  await screen.findByText("Unstable");
  const field = descriptionField();
  await user.click(generateButton());
  await screen.findByText("Describe what the pattern should find.");
  expect(field).toHaveFocus();
  expect(writes()).toEqual([]);

  server.use(hang("sessionRecordings.regex", { once: true }));
  await user.paste("  any e-mail address");
  await user.click(generateButton());
  await user.click(await screen.findByText("Generating…"));
  await user.click(screen.getByText("Stop waiting"));
  expect(field).toHaveFocus();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(writes()).toEqual([
    {
      method: "POST",
      path: "/api/environments/1/session_recordings/ai/regex/",
      search: "",
      body: { regex: "any e-mail address" },
    },
  ]);

  const detail = "This action does not support Personal API Key access";
  server.use(refuse("sessionRecordings.regex", 403, { detail, once: true }));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Not available with an API key");
  await user.click(screen.getByText("Show raw response"));
  await screen.findByText(/"status": 403/);
  expect(field).toHaveValue("  any e-mail address");
  const empty = () => new HttpResponse(null, { status: 200 });
  server.use(override("sessionRecordings.regex", empty, { once: true }));
  await user.click(generateButton());
  await screen.findByText("The response has no pattern", { selector: "p" });
  screen.getByText("The response is empty. Try again.");
  await user.click(generateButton());
  await user.click(await screen.findByRole("button", { name: "Copy pattern" }));
  expect(await navigator.clipboard.readText()).toBe("[\\w.+-]+@[\\w-]+\\.[\\w.]+");
  expect(screen.queryByText("Not available with an API key")).toBeNull();
  expect(writes()).toHaveLength(4);
  await user.click(screen.getByText("Show raw response"));
  await screen.findByText(/"result": "success"/);

  await user.clear(field);
  await user.paste("???");
  await user.click(generateButton());
  await screen.findByText("No pattern found", { selector: "p" });
  screen.getByText("Server response: “Describe in words what the pattern should find.”");
  // Generating a pattern changes nothing on the server, so it isn't journaled.
  await user.click(screen.getByText("Activity"));
  await screen.findByText("No changes yet");
});
