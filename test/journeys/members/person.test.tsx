import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { hold } from "../../support/mock-server";
import { createCompanyServer, fetchMember, findPersonOutside, MEMBERS_URL } from "../support/members-setup";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const section = (name: string) => within(screen.getByRole("region", { name }));

async function openPerson(name: string) {
  const mocks = createCompanyServer();
  const { user: person } = await fetchMember(mocks, name);
  const app = await openPage(`${MEMBERS_URL}/${person.uuid}`, "Change level", mocks);
  return { ...app, person };
}

it("explains the effective level and the effect of each change", async () => {
  await openPerson("Priya");
  expect(screen.getByRole("heading", { level: 1, name: "Priya Raghavan" })).toBeInTheDocument();
  const access = section("Access");
  access.getByText("Administrator from the organization. The explicit level (Member) is redundant.");
  access.getByText(
    "Without the explicit level, this person would have the same access from the organization.",
  );
  const changes = within(screen.getByRole("list", { name: "Level changes for Priya Raghavan" }));
  const [raise, remove] = changes.getAllByRole("listitem");
  expect(raise).toHaveTextContent("Set to AdministratorEffective level: Administrator (unchanged)");
  expect(remove).toHaveTextContent("Remove explicit level…Effective level: Administrator (unchanged)");
});

it("changes the level and lists the change", async () => {
  const { user, mocks } = await openPerson("Claire");
  expect(section("Exports").getByText(/Only the creator of an export/)).toBeInTheDocument();
  expect(section("Change level").getAllByRole("listitem")[0]).toHaveTextContent(
    "Effective level: Member → Administrator",
  );
  await user.click(screen.getByRole("button", { name: "Set to Administrator" }));
  await screen.findByText("Set Claire Dubois to Administrator");
  expect(section("Access").getByRole("button", { name: /^Level of/ })).toHaveTextContent("Administrator");
  expect(await fetchMember(mocks, "Claire")).toMatchObject({ level: 8 });
  const changes = within(await screen.findByRole("region", { name: "Changes in this browser" }));
  await changes.findByText("Level: Member → Administrator");
});

it("explains why the own level can't be changed, and lists received and created subscriptions", async () => {
  await openPerson("Ana");
  section("Change level").getByText(/You can't change your own level/);
  // Ana owns the API key. Servers return only the exports of the key's owner.
  await waitFor(() =>
    expect(section("Exports").getByRole("link", { name: /^\d+ exports$/ })).toBeInTheDocument(),
  );
  await section("Subscriptions").findByText(/^Checked \d+ subscriptions outside Trash/);
  for (const name of ["Receives", "Created"]) {
    const list = within(section("Subscriptions").getByRole("list", { name }));
    expect(list.getAllByRole("link").length).toBeGreaterThan(0);
  }
});

it("finds a member by UUID in any case, removes them and then shows no explicit level", async () => {
  const mocks = createCompanyServer();
  const { user: person } = await fetchMember(mocks, "Claire");
  const { user } = await openPage(`${MEMBERS_URL}/${person.uuid.toUpperCase()}`, "Change level", mocks);
  await user.click(screen.getByRole("button", { name: "Remove…" }));
  const question = within(await screen.findByRole("dialog", { name: "Remove Claire Dubois?" }));
  await user.click(question.getByRole("button", { name: "Remove" }));
  await screen.findByText(/^No explicit level\. The organization level \(Member\) doesn't grant access/);
  expect(screen.getByRole("link", { name: "Add as member…" })).toBeInTheDocument();
});

it("keeps showing the record of the list when the detail request fails", async () => {
  const mocks = createCompanyServer();
  const { user } = await openPage(MEMBERS_URL, "Claire Dubois", mocks);
  server.use(refuse("members.get", 400));
  await user.click(screen.getByRole("link", { name: "Claire Dubois" }));
  await screen.findByRole("heading", { level: 1, name: "Claire Dubois" });
  await screen.findByText("Data may be out of date");
  await screen.findByRole("button", { name: "Try again" });
  expect(section("Access").getByRole("button", { name: /^Level of/ })).toHaveTextContent("Member");
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

it("reports an unknown UUID", async () => {
  await openPage(`${MEMBERS_URL}/99999999-0000-4000-8000-000000000009`, "Member not found");
  expect(screen.getByRole("link", { name: "All members" })).toBeInTheDocument();
});
