import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { server } from "@/mocks/node";
import { miscount } from "../../support/mock-server";
import {
  createSubscriptions,
  fetchRecord,
  findForm,
  openPage,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const PAGE = "/p/3/recipients";
const ANA = "ana@example.com";
/** Recipients with spaces, mixed case and duplicates, as written by other clients. */
const MIXED = " Bo@Example.com ,Ana@Example.com,cy@example.com, ANA@example.com,Cy@Example.com ";
const PAIR = "ana@example.com,ana@example.com.au";

async function openRecipientsPage() {
  const { mocks, ids } = await createSubscriptions(
    { ...WEEKLY, title: "Mixed", target_value: MIXED },
    { ...WEEKLY, title: "Pair", target_value: PAIR },
    { ...WEEKLY, title: "Alone", target_value: ANA },
    { ...WEEKLY, title: "Another", target_value: "bo@example.com" },
    // The same text in another channel is another recipient.
    { ...WEEKLY, title: "Channel", target_type: "slack", target_value: ANA },
  );
  const app = await openPage(PAGE, "cy@example.com", mocks);
  const bodies = () =>
    Object.fromEntries(
      app.writes().map(({ path, body }) => [Number(/(\d+)\/$/.exec(path)?.[1]), body] as const),
    );
  const values = () =>
    Promise.all(ids.map(async (id) => Reflect.get(Object(await fetchRecord(mocks, id)), "target_value")));
  return { ...app, ids, bodies, values };
}

/** Opens the page while the list is only partly loaded. The server reports 30,000 subscriptions. */
async function openPartial() {
  const { mocks } = await createSubscriptions(
    { ...WEEKLY, title: "Pair", target_value: PAIR },
    { ...WEEKLY, title: "Another", target_value: "bo@example.com,cy@example.com" },
  );
  server.use(miscount(mocks, 29_998));
  return openPage(PAGE, ANA, mocks);
}

const PARTIAL_RECORDS = /^Only 2 of 30,000 subscriptions are loaded\. Subscriptions that aren't loaded/;
const TRASH_NOTE = /in Trash aren't changed\.$/;

async function choose(
  user: Awaited<ReturnType<typeof openRecipientsPage>>["user"],
  address: string,
  entry: string,
) {
  const row = screen
    .getAllByRole("row")
    .find((each) => within(each).queryByRole("link", { name: address }) && within(each).queryByText("Email"));
  if (row === undefined) throw new Error(`no row of ${address}`);
  await user.click(within(row).getByRole("button", { name: /^Actions for/ }));
  await user.click(await screen.findByRole("menuitem", { name: entry }));
}

test("replaces a recipient everywhere at its position, and removes several with one change per subscription", async () => {
  const { user, bodies, values, ids } = await openRecipientsPage();
  await choose(user, ANA, "Replace everywhere…");
  const form = await findForm();
  expect(form.getByLabelText(/^Recipient/)).toHaveValue(ANA);
  await user.click(form.getByLabelText(/Replace with/));
  await user.paste("zoe@example.com");
  await user.click(form.getByText("Review changes"));
  // All subscriptions have loaded, so only Trash is excluded.
  await screen.findByText("Subscriptions in Trash aren't changed.");
  await user.click(await screen.findByText("Run 3 changes"));
  await screen.findByText("Finished");
  expect(await values()).toEqual([
    "Bo@Example.com ,zoe@example.com,cy@example.com,Cy@Example.com",
    "zoe@example.com,ana@example.com.au",
    "zoe@example.com",
    "bo@example.com",
    ANA,
  ]);
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1) ?? document.body);
  await screen.findByRole("link", { name: "zoe@example.com" });

  await user.click(screen.getByLabelText("Select cy@example.com"));
  await user.click(screen.getByLabelText("Select bo@example.com"));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(bar.getByText("Remove everywhere…"));
  const preview = within(
    await screen.findByRole("dialog", { name: "Remove 2 recipients from 1 subscription" }),
  );
  // A subscription's last recipient can't be removed.
  preview.getByText(/1 can't be changed/);
  await user.click(preview.getByText("Run 1 change"));
  await preview.findByText("Finished");
  expect(bodies()[ids[0] ?? 0]).toEqual({ target_value: "zoe@example.com" });
});

test("lists what a change everywhere excludes: Trash and unloaded records", async () => {
  const { user } = await openPartial();
  await user.click(screen.getByRole("link", { name: ANA }));
  const drawer = within(await screen.findByRole("dialog", { name: ANA }));
  expect(drawer.getByText(PARTIAL_RECORDS)).toHaveTextContent(TRASH_NOTE);
  await user.click(drawer.getByRole("button", { name: "Remove everywhere…" }));
  const preview = within(await screen.findByRole("dialog", { name: `Remove ${ANA} from 1 subscription` }));
  expect(preview.getByText(PARTIAL_RECORDS)).toHaveTextContent(TRASH_NOTE);
});
