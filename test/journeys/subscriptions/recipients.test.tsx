import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { goTo } from "../support/render-app";
import {
  createSubscriptions,
  findForm,
  openPage,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const PAGE = "/p/3/recipients";
const BO = "Bo@Example.com";
const EVE = "eve@other.example";
const FIRST = { ...WEEKLY, target_value: ` ${BO} ,ana@example.com,${EVE}` };
const SECOND = {
  ...WEEKLY,
  title: "Sales",
  frequency: "daily",
  byweekday: null,
  interval: 2,
  target_value: "ana@example.com, Ana@example.com",
};
const CHANNEL = { ...WEEKLY, title: "To the channel", target_type: "slack", target_value: "#growth" };
const ANA = "ana@example.com";

async function openRecipientsPage(path = PAGE, text: string | RegExp = BO) {
  const { mocks, ids } = await createSubscriptions(FIRST, SECOND, CHANNEL);
  const app = await openPage(path, text, mocks);
  return { ...app, mocks, ids };
}

const table = () => within(screen.getByRole("table", { name: "Recipients" }));
const readAddresses = () =>
  table()
    .getAllByRole("link")
    .map((link) => link.textContent);

function recipientRow(address: string): HTMLElement {
  const row = table().getByRole("link", { name: address }).closest("tr");
  if (row === null) throw new Error(`no row of ${address}`);
  return row;
}

const recipientCell = (address: string, label: string) =>
  recipientRow(address).querySelector(`[data-label="${label}"]`)?.textContent;

test("lists each recipient once, with subscriptions and deliveries per week, and opens one in a drawer with its own URL", async () => {
  const { user, ids } = await openRecipientsPage();
  expect(document.title).toBe("Recipients · Environs");
  // Recipients with the most subscriptions come first. Ties are in list order.
  expect(readAddresses()).toEqual([ANA, "#growth", BO, EVE]);
  screen.getByText("4 recipients in 3 subscriptions");
  expect(recipientCell(ANA, "Subscriptions")).toBe("2");
  expect(recipientCell(ANA, "Per week")).toBe("4.5");
  expect(recipientCell("#growth", "Channel")).toBe("Slack");

  const link = table().getByRole("link", { name: ANA });
  await user.click(link);
  const drawer = within(await screen.findByRole("dialog", { name: ANA }));
  expect(new URLSearchParams(window.location.search).get("recipient")).toBe(`email:${ANA}`);
  drawer.getByText("“ Ana@example.com”");
  drawer.getByText("4.5 on average");
  drawer.getByRole("heading", { name: "2 subscriptions" });
  expect(drawer.getByRole("link", { name: "Sales" })).toHaveAttribute("href", `/p/3/subscriptions/${ids[1]}`);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(window.location.search).toBe(""));
  await waitFor(() => expect(link).toHaveFocus());
  await user.click(screen.getByLabelText(`Actions for ${EVE}`));
  await user.click(await screen.findByRole("menuitem", { name: "Show subscriptions" }));
  await screen.findByText("1 of 3 match");
  expect(screen.getByRole("combobox", { name: "Search subscriptions" })).toHaveValue(`type:email to:${EVE}`);

  await goTo(`${PAGE}?recipient=email%3Azoe%40example.com`);
  const other = within(await screen.findByRole("dialog", { name: "zoe@example.com" }));
  await other.findByText("No subscription has this recipient.");
});

test("marks external recipients once domains are added, which a search for them offers", async () => {
  const { user } = await openRecipientsPage(`${PAGE}?q=is%3Aoutside`, "No domains added");
  await user.click(screen.getAllByRole("button", { name: /^Add your domains/ })[0] ?? document.body);
  const form = await findForm();
  await user.click(form.getByRole("checkbox", { name: /^example\.com/ }));
  await user.click(form.getByText("Save"));
  await screen.findByText("1 of 4 recipients matches");
  expect(readAddresses()).toEqual([EVE]);
  // The focused button was removed with its notice, so focus moves to another button.
  const button = screen.getByRole("button", { name: "Your domains…" });
  await waitFor(() => expect(button).toHaveFocus());
  expect(screen.queryByRole("button", { name: /^Add your domains/ })).toBeNull();
  await user.clear(screen.getByRole("combobox", { name: "Search recipients" }));
  await waitFor(() => expect(recipientCell(ANA, "Internal/external")).toBe("Internal"));
  expect(recipientCell(EVE, "Internal/external")).toBe("External");
  // A Slack channel has no domain.
  expect(recipientCell("#growth", "Internal/external")).toBe("—");

  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox", { name: /^Search pages/ }), "is:outside");
  await screen.findByRole("option", { name: new RegExp(EVE) });
  expect(screen.queryByRole("option", { name: new RegExp(ANA) })).toBeNull();
});

const SECRET = "https://hooks.other.example/T024/kZ81qP";

test("shows the address of a webhook on request only", async () => {
  const webhook = { ...WEEKLY, title: "To the webhook", target_type: "webhook", target_value: SECRET };
  const { mocks } = await createSubscriptions(webhook);
  const label = "hooks.other.example/…81qP";
  const { user } = await openPage(PAGE, label, mocks);
  await user.click(table().getByRole("link", { name: label }));
  const drawer = within(await screen.findByRole("dialog", { name: label }));
  drawer.getByText("Webhook (never delivers)");
  drawer.getByText(/^, not counting 1 never sent$/);
  expect(document.body).not.toHaveTextContent(SECRET);
  await user.click(drawer.getByRole("button", { name: "Show webhook URL" }));
  drawer.getByText(SECRET);
  await user.click(drawer.getByRole("link", { name: "To the webhook" }));

  await screen.findByRole("button", { name: "Show webhook URL" });
  await waitFor(() => expect(document.title).toContain("To the webhook"));
  expect(document.body).not.toHaveTextContent(SECRET);
});
