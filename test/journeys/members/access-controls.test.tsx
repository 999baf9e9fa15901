// Members on servers with access controls instead of explicit members (server-generations, Access controls).
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { changeJson, createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { MEMBERS_URL, memberRow, openLevels } from "../support/members-setup";
import type { SentRequest } from "../support/render-app";
import { findForm, openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const LIST = "/api/projects/1/access_control_members/";
const MEMBERS = "/api/environments/1/explicit_members/";
const RULE = { resource: "project", resource_id: "1" };
const RULES = "/api/projects/1/access_controls/";

interface ServedAccess {
  readonly organization_membership_id: string;
  readonly user: { readonly uuid: string; readonly email: string; readonly first_name: string };
  readonly project: Readonly<Record<string, unknown>>;
}

interface AccessPage {
  readonly results: readonly ServedAccess[];
}

const createNewer = () => createMockServer({ profile: "newer", now: () => TEST_TIME });

/** Returns a person's access in a project that is open to everyone, with inherited access in the given form. */
function toOpen(project: ServedAccess["project"], form: "newest" | "older") {
  const { inherited_access_level: level, inherited_access_level_reason: source, ...access } = project;
  const access_level = level === "none" ? "member" : level;
  const own = access["access_level"];
  const effective = level === "none" ? (own ?? access_level) : level;
  return {
    ...access,
    effective_access_level: effective,
    ...(form === "older" && { inherited_access_level: access_level, inherited_access_level_reason: source }),
    ...(form === "newest" && { inherited_access: { access_level, source, source_subject: null } }),
  };
}

/** Returns a server whose projects are open to the organization, with inherited access in the given form. */
function createOpen(form: "newest" | "older"): MockServer {
  const mocks = createNewer();
  server.use(
    changeJson("accessControls.members", mocks, ({ results, ...body }: AccessPage) => ({
      ...body,
      results: results.map(({ project, ...person }) => ({ ...person, project: toOpen(project, form) })),
    })),
  );
  return mocks;
}

async function fetchAccess(mocks: MockServer, name: string): Promise<ServedAccess> {
  const { results }: AccessPage = await mocks.call("projects/1/access_control_members/");
  const found = results.find(({ user }) => user.first_name === name);
  if (found === undefined) throw new Error(`nobody is called ${name}`);
  return found;
}

async function fetchRule(mocks: MockServer, name: string): Promise<unknown> {
  return (await fetchAccess(mocks, name)).project["access_level"];
}

const accessRequests = (sent: readonly SentRequest[]) =>
  sent.filter(({ path }) => path.includes("explicit_members") || path.includes("access_control"));

async function openList(mocks: MockServer = createNewer(), url = MEMBERS_URL) {
  const app = await openPage(url, "Claire Dubois", mocks);
  return { ...app, mocks };
}

async function openPerson(name: string, mocks: MockServer = createNewer()) {
  const { user: person } = await fetchAccess(mocks, name);
  const app = await openPage(`${MEMBERS_URL}/${person.uuid}`, "Access", mocks);
  return { ...app, person, mocks };
}

const section = (name: string) => within(screen.getByRole("region", { name }));

describe("the list of members with access controls", () => {
  it("lists people with an explicit level, and asks for the missing endpoint only once", async () => {
    const { sent, user } = await openList();
    expect(accessRequests(sent).map(({ path, search }) => path + search)).toEqual([MEMBERS, LIST]);
    const mei = memberRow("Mei Tanaka");
    within(mei).getByLabelText("Level of Mei Tanaka: Administrator");
    expect(mei).toHaveTextContent("Explicit");
    expect(memberRow("Priya Raghavan")).toHaveTextContent("Organization administrator");
    screen.getByText("Project default: No access");
    // The list omits people without a level.
    expect(screen.queryByText("Viktor Novák")).toBeNull();
    expect(screen.queryByRole("columnheader", { name: /^Joined/ })).toBeNull();
    await user.click(screen.getByText("Mei Tanaka"));
    await screen.findByText("Mei Tanaka", { selector: "h1" });
    await waitFor(() => expect(accessRequests(sent)).toHaveLength(3));
    const { organization_membership_id: id } = await fetchAccess(createNewer(), "Mei");
    expect(accessRequests(sent).at(-1)).toMatchObject({ path: LIST, search: `?member_id=${id}` });
  });

  it("lists everyone who has access without an explicit level", async () => {
    await openPage("/p/3/members", "Viktor Novák", createOpen("newest"));
    expect(memberRow("Viktor Novák")).toHaveTextContent(/NoneMemberMemberProject default/);
    expect(memberRow("Tomasz Wierzbicki")).toHaveTextContent(/NoneOwnerOwnerOrganization administrator/);
    expect(screen.queryByText(/role-based access/)).toBeNull();
  });

  it("changes a level, removes it without mentioning a join date, and undoes both", async () => {
    const { user, writes, mocks } = await openList(createNewer(), `${MEMBERS_URL}?q=claire`);
    const { organization_membership_id: id } = await fetchAccess(mocks, "Claire");
    const menu = await openLevels(user, "Claire");
    expect(menu.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "No access",
      expect.stringContaining("Member"),
      "Administrator",
    ]);
    await user.click(menu.getByText("Administrator"));
    await screen.findByText("Set Claire Dubois to Administrator");
    expect(writes().map(({ method, path, body }) => [method, path, body])).toEqual([
      ["PUT", RULES, { ...RULE, organization_member: id, access_level: "admin" }],
    ]);
    await screen.findByLabelText("Level of Claire Dubois: Administrator");
    await user.click(screen.getByText("Undo"));
    await screen.findByLabelText("Level of Claire Dubois: Member");
    await waitFor(async () => expect(await fetchRule(mocks, "Claire")).toBe("member"));

    await user.click(screen.getByLabelText(/^Actions for Claire/));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    const question = within(await screen.findByRole("dialog", { name: "Remove Claire Dubois?" }));
    question.getByText(
      "This removes the explicit level (Member). No access remains. Project default: No access.",
    );
    question.getByText("Undo adds them again with the same level.");
    await user.click(question.getByText("Remove"));
    await screen.findByText("Removed Claire Dubois");
    expect(writes().at(-1)?.body).toMatchObject({ access_level: null });
    expect(await fetchRule(mocks, "Claire")).toBeNull();
    await user.click(screen.getByText("Undo"));
    await screen.findByLabelText("Level of Claire Dubois: Member");
    await waitFor(async () => expect(await fetchRule(mocks, "Claire")).toBe("member"));
  });

  it("removes redundant levels of all but the key holder, and undoes it", async () => {
    const { user, writes, mocks } = await openList();
    // Priya's explicit level is below the inherited one, so it isn't redundant.
    await user.click(screen.getByRole("link", { name: "2 redundant levels" }));
    await user.click(await screen.findByRole("button", { name: "Remove redundant levels…" }));
    const preview = within(await screen.findByRole("dialog", { name: "Remove 1 redundant level" }));
    preview.getByText(/^No one loses access now\. If the project default/);
    preview.getByText("You can't change your own level. Ask another administrator.");
    await user.click(preview.getByRole("button", { name: "Run 1 change" }));
    await preview.findByText("Finished");
    expect(writes().map(({ method, body }) => [method, body])).toEqual([
      ["PUT", expect.objectContaining({ access_level: null })],
    ]);
    expect([await fetchRule(mocks, "Jonas"), await fetchRule(mocks, "Priya")]).toEqual([null, "member"]);
    await user.click(preview.getByRole("button", { name: /^Undo/ }));
    const undo = within(await screen.findByRole("dialog", { name: /^Undo/ }));
    await user.click(await undo.findByRole("button", { name: "Run 1 change" }));
    await undo.findByText("Finished");
    await waitFor(async () => expect(await fetchRule(mocks, "Jonas")).toBe("admin"));
  });
});

it("adding members with access controls offers the server's levels, adds a person by their rule, and undoes it", async () => {
  const mocks = createNewer();
  const { organization_membership_id: id } = await fetchAccess(mocks, "Viktor");
  const { user, writes } = await openPage(`${MEMBERS_URL}/new?q=novak`, "Add members", mocks);
  const form = await findForm();
  await form.findByText("No access");
  await user.type(form.getByLabelText(/^People( \*)?$/), "novak");
  await screen.findByRole("option", { name: /^Viktor Novák.*Member in the organization/ });
  await user.keyboard("{Enter}");
  await user.click(form.getByRole("button", { name: "Add" }));
  await screen.findByText("Added Viktor Novák");
  expect(writes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ["PUT", RULES, { ...RULE, organization_member: id, access_level: "member" }],
  ]);
  await screen.findByRole("button", { name: "Level of Viktor Novák: Member" });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(async () => expect(await fetchRule(mocks, "Viktor")).toBeNull());
});

it("a person's page with access controls shows the server's reason, and requests everyone only once", async () => {
  const { sent } = await openPerson("Priya");
  await screen.findByText(
    "Administrator according to the server. The explicit level is Member. Organization administrator: Administrator.",
  );
  expect(screen.queryByText(/redundant/)).toBeNull();
  section("Access").getByText("Organization administrator");
  // The server doesn't allow lower levels.
  section("Change level").getByText(
    "Priya Raghavan has at least Administrator access (Organization administrator).",
  );
  const requested = accessRequests(sent).map(({ path, search }) => path + search);
  expect(requested.filter((url) => url === MEMBERS || url === LIST)).toEqual([MEMBERS, LIST]);
  // The third request is about this person only, at whichever endpoint is known by then.
  expect(requested).toHaveLength(3);
});

it("offboarding with access controls removes the explicit level, and undoes it", async () => {
  const mocks = createNewer();
  const { user: claire, organization_membership_id: id } = await fetchAccess(mocks, "Claire");
  const rule = { resource: "project", resource_id: "3", organization_member: id };
  await mocks.call("projects/3/access_controls/", "PUT", { ...rule, access_level: "admin" });
  const path = `/p/3/members/offboard?person=${claire.uuid}`;
  const { user, writes } = await openPage(path, "Offboard Claire Dubois", mocks);
  const access = within(await screen.findByRole("region", { name: "Access" }));
  access.getByText("No access remains. Project default: No access.");
  screen.getByText("Administrator, set by the explicit level. Project default: No access.");
  await user.click(await screen.findByRole("button", { name: "Run 1 step" }));
  await screen.findByText("1 done.");
  await screen.findByText(/The organization level \(Member\) remains, but it doesn't grant access/);
  expect(writes().map(({ method, body }) => [method, body])).toEqual([
    ["PUT", { ...rule, access_level: null }],
  ]);
  await user.click(screen.getByRole("button", { name: "Undo all…" }));
  const undo = within(await screen.findByRole("dialog", { name: "Undo: Offboard Claire Dubois" }));
  await user.click(await undo.findByRole("button", { name: "Run 1 change" }));
  await undo.findByText("Finished");
  expect(undo.queryByText(/join date/)).toBeNull();
  expect(writes().at(-1)?.body).toEqual({ ...rule, access_level: "admin" });
});

it("closes the access that a departing member may have, and undoes it", async () => {
  const mocks = createOpen("older");
  const { user: viktor, organization_membership_id: id } = await fetchAccess(mocks, "Viktor");
  const path = `/p/3/members/offboard?person=${viktor.uuid}`;
  const { user, writes } = await openPage(path, "Offboard Viktor Novák", mocks);
  const access = within(await screen.findByRole("region", { name: "Access" }));
  access.getByText("Without an explicit level, they'd have Member access from the project default.");
  await user.click(await screen.findByRole("button", { name: "Run 1 step" }));
  await screen.findByText("1 done.");
  await screen.findByText("No access remains.");
  expect(screen.getByText("Set to No access.")).toBeInTheDocument();
  const rule = { resource: "project", resource_id: "3", organization_member: id };
  expect(writes().map(({ body }) => body)).toEqual([{ ...rule, access_level: "none" }]);
  await user.click(screen.getByRole("button", { name: "Undo all…" }));
  const undo = within(await screen.findByRole("dialog", { name: "Undo: Offboard Viktor Novák" }));
  await user.click(await undo.findByRole("button", { name: "Run 1 change" }));
  await undo.findByText("Finished");
  expect(writes().at(-1)?.body).toEqual({ ...rule, access_level: null });
});
