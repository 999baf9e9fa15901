import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { hold } from "../../support/mock-server";
import { createCompanyServer, fetchMember, findPersonOutside, MEMBERS_URL } from "../support/members-setup";
import { goTo } from "../support/render-app";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const section = (name: string) => within(screen.getByRole("region", { name }));

it("explains the effective level, the effect of each change, the own level and an unknown person", async () => {
  const mocks = createCompanyServer();
  const { user: priya } = await fetchMember(mocks, "Priya");
  await openPage(`${MEMBERS_URL}/${priya.uuid}`, "Change level", mocks);
  screen.getByText("Priya Raghavan", { selector: "h1" });
  const access = section("Access");
  access.getByText("Administrator from the organization. The explicit level (Member) is redundant.");
  access.getByText(
    "Without the explicit level, this person would have the same access from the organization.",
  );
  const changes = within(screen.getByRole("list", { name: "Level changes for Priya Raghavan" }));
  const [raise, remove] = changes.getAllByRole("listitem");
  expect(raise).toHaveTextContent("Set to AdministratorEffective level: Administrator (unchanged)");
  expect(remove).toHaveTextContent("Remove explicit level…Effective level: Administrator (unchanged)");

  const { user: ana } = await fetchMember(mocks, "Ana");
  await goTo(`${MEMBERS_URL}/${ana.uuid}`);
  await screen.findByText(/You can't change your own level/);
  // Ana owns the API key. Servers return only the exports of the key's owner.
  await section("Exports").findByRole("link", { name: /^\d+ exports$/ });
  // Lists received and created subscriptions.
  await section("Subscriptions").findByText(/^Checked \d+ subscriptions outside Trash/);
  for (const name of ["Receives", "Created"]) {
    const list = within(section("Subscriptions").getByRole("list", { name }));
    expect(list.getAllByRole("link").length).toBeGreaterThan(0);
  }

  await goTo(`${MEMBERS_URL}/99999999-0000-4000-8000-000000000009`);
  await screen.findByText("Member not found");
  screen.getByText("All members");
});

it("finds a member by UUID in any case, changes the level and lists the change, and removes them", async () => {
  const mocks = createCompanyServer();
  const { user: person } = await fetchMember(mocks, "Claire");
  const { user } = await openPage(`${MEMBERS_URL}/${person.uuid.toUpperCase()}`, "Change level", mocks);
  section("Exports").getByText(/Only the creator of an export/);
  expect(section("Change level").getAllByRole("listitem")[0]).toHaveTextContent(
    "Effective level: Member → Administrator",
  );
  await user.click(screen.getByText("Set to Administrator"));
  await screen.findByText("Set Claire Dubois to Administrator");
  expect(section("Access").getByLabelText(/^Level of/)).toHaveTextContent("Administrator");
  expect(await fetchMember(mocks, "Claire")).toMatchObject({ level: 8 });
  const changes = within(await screen.findByRole("region", { name: "Changes in this browser" }));
  await changes.findByText("Level: Member → Administrator");

  await user.click(screen.getByText("Remove…"));
  const question = within(await screen.findByRole("dialog", { name: "Remove Claire Dubois?" }));
  await user.click(question.getByText("Remove"));
  await screen.findByText(/^No explicit level\. The organization level \(Member\) doesn't grant access/);
  screen.getByText("Add as member…");
});

it("keeps showing the record of the list when the detail request fails", async () => {
  const mocks = createCompanyServer();
  const { user } = await openPage(`${MEMBERS_URL}?q=claire`, "Claire Dubois", mocks);
  server.use(refuse("members.get", 400));
  await user.click(screen.getByText("Claire Dubois"));
  await screen.findByText("Claire Dubois", { selector: "h1" });
  await screen.findByText("Data may be out of date");
  await screen.findByText("Try again");
  expect(section("Access").getByLabelText(/^Level of/)).toHaveTextContent("Member");
});

it("shows a known person who isn't a member, and reports nothing while the organization is loading", async () => {
  const mocks = createCompanyServer();
  const viktor = await findPersonOutside(mocks, "Viktor");
  const { handler, release } = hold("organizations.members");
  server.use(handler);
  const { user, sent } = await openPage(`${MEMBERS_URL}/${viktor.uuid}`, "Person", mocks);
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith(`${viktor.uuid}/`))).toBe(true));
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(screen.queryByText("Member not found")).toBeNull();
  release();
  await screen.findByRole("heading", { level: 1, name: "Viktor Novák" });
  await screen.findByText(/^No explicit level\. The organization level \(Member\) doesn't grant access/);
  section("Access").getByText("No project access");
  await user.click(screen.getByRole("link", { name: "Add as member…" }));
  const form = within(await screen.findByRole("dialog", { name: "Add members" }));
  form.getByText(viktor.email);
});
