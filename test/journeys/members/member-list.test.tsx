import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { server } from "@/mocks/node";
import { change, createError, loseAnswer, override, refuse } from "@/mocks/scenarios";
import { replaceText } from "../../support/mock-server";
import {
  createCompanyServer,
  fetchMember,
  MEMBERS_URL,
  memberRow,
  NO_MEMBERS_URL,
  openLevels,
  openMenu,
  removeAsOtherUser,
  setLevelAsOtherUser,
} from "../support/members-setup";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

/** The list with one row. With few rows, it renders faster. */
const CLAIRE = `${MEMBERS_URL}?q=claire`;
const CLAIRE_LEVEL = "Level of Claire Dubois: ";

type App = Awaited<ReturnType<typeof openPage>>;

async function setLevel({ user }: Pick<App, "user">, name: string, level = "Administrator") {
  await user.click((await openLevels(user, name)).getByRole("menuitem", { name: new RegExp(`^${level}`) }));
}

async function askToRemove({ user }: Pick<App, "user">, name: string, title = `Remove ${name}?`) {
  await user.click(screen.getByLabelText(`Actions for ${name}`));
  await user.click(await screen.findByText("Remove…", { selector: "[role=menuitem] *" }));
  return within(await screen.findByRole("dialog", { name: title }));
}

it("shows name, email, levels, reason and join date, and sets levels of several members after a preview", async () => {
  const { user, writes, mocks } = await openPage(MEMBERS_URL, "Claire Dubois");
  expect(memberRow("Priya Raghavan")).toHaveTextContent(
    /priya\.raghavan@harbourline\.exampleMemberAdministratorAdministratorOrganization.*20\d\d/,
  );
  expect(memberRow("Sofia Petrova")).toHaveTextContent("Not verified");
  expect(memberRow("Ana Ferreira")).toHaveTextContent("You");
  const own = await openLevels(user, "Ana Ferreira");
  const item = own.getByRole("menuitem", { name: /^Member/ });
  expect(item).toHaveAttribute("aria-disabled", "true");
  expect(item).toHaveTextContent("You can't change your own level.");
  await user.click(item);
  await user.keyboard("{Escape}");

  for (const name of ["Ana Ferreira", "Claire Dubois", "Luca Moretti"])
    await user.click(screen.getByLabelText(`Select ${name}`));
  const bar = await screen.findByRole("region", { name: "Selection" });
  const menu = await openMenu(user, within(bar).getByText("Level"));
  await user.click(menu.getByText("Set to Administrator…"));
  const preview = within(await screen.findByRole("dialog", { name: "Set 2 members to Administrator" }));
  expect(writes()).toEqual([]);
  await user.click(preview.getByText("Run 2 changes"));
  await preview.findByText("Finished");
  expect(await fetchMember(mocks, "Luca")).toMatchObject({ level: 8 });
  expect(await fetchMember(mocks, "Claire")).toMatchObject({ level: 8 });
  expect(writes()).toHaveLength(2);
});

it("explains members when there are none", async () => {
  const mocks = createCompanyServer();
  server.use(refuse("organizations.members", 403));
  const { user } = await openPage(NO_MEMBERS_URL, "No members yet", mocks);
  await screen.findByText(
    /^The organization's members couldn't be read, so some people with access may be missing/,
  );
  const links = within(screen.getByRole("main")).getAllByRole("link", { name: "Add members" });
  await user.click(links[1] ?? expect.fail());
  const dialog = within(await screen.findByRole("dialog", { name: "Add members" }));
  dialog.getByText(/^If your organization uses role-based access/);
});

it("lists administrators and owners of the organization, who need no explicit level", async () => {
  const { user } = await openPage(NO_MEMBERS_URL, "Tomasz Wierzbicki");
  await screen.findByText(/^If your organization uses role-based access/);
  expect(memberRow("Tomasz Wierzbicki")).toHaveTextContent(/NoneOwnerOwnerOrganization/);
  expect(memberRow("Priya Raghavan")).toHaveTextContent(/NoneAdministratorAdministratorOrganization/);
  // Whether plain members of the organization have access isn't known.
  expect(screen.queryByText("Viktor Novák")).toBeNull();
  const menu = await openMenu(user, within(memberRow("Priya Raghavan")).getByLabelText(/^Actions/));
  expect(menu.queryByText("Remove…")).toBeNull();
  await user.click(menu.getByText("Add as member…"));
  within(await screen.findByRole("dialog", { name: "Add members" })).getByText(/^priya\.raghavan@/);
});

it("says that a project may be open to everyone, and lets the server decide who is added", async () => {
  const mocks = createCompanyServer();
  server.use(replaceText(mocks, '"access_control":true', '"access_control":false'));
  const { user } = await openPage(NO_MEMBERS_URL, "Viktor Novák", mocks);
  await screen.findByText(/^The server doesn't mark this project as private/);
  expect(memberRow("Viktor Novák")).toHaveTextContent(/NoneMemberMemberOrganization/);
  const [link] = within(screen.getByRole("main")).getAllByRole("link", { name: "Add members" });
  await user.click(link ?? expect.fail());
  const dialog = within(await screen.findByRole("dialog", { name: "Add members" }));
  dialog.getByText(/The server may refuse to add people/);
  expect(dialog.getByRole("button", { name: "Add" })).not.toHaveAttribute("aria-disabled", "true");
});

it("explains servers without members and projects that are open to everyone", async () => {
  const mocks = createCompanyServer();
  server.use(refuse("members.list", 404, { detail: "Endpoint not found." }));
  const { user } = await openPage(CLAIRE, "This server doesn't support members", mocks);
  screen.getByText("Offboard a person");
  expect(screen.queryByRole("link", { name: "Add members" })).toBeNull();
  mocks.resetHandlers();
  const detail =
    "Explicit members can only be accessed for projects with project-based permissioning enabled.";
  server.use(refuse("members.list", 400, { detail }));
  await user.click(screen.getByText("Try again"));
  await screen.findByText("Everyone in the organization has access");
  expect(screen.queryByRole("link", { name: "Add members" })).toBeNull();
  mocks.resetHandlers();
  await user.click(screen.getByText("Try again"));
  await screen.findByText("Claire Dubois");
});

it("changes a level immediately, can undo it, and rolls back and marks the row when the server rejects it", async () => {
  const app = await openPage(CLAIRE, "Claire Dubois");
  const { user, writes, mocks } = app;
  const levels = await openLevels(user, "Claire Dubois");
  expect(levels.getByRole("menuitem", { name: /^Member/ })).toHaveTextContent("This is the current level.");
  await user.click(levels.getByText("Administrator"));
  screen.getByLabelText(`${CLAIRE_LEVEL}Administrator`);
  await screen.findByText("Set Claire Dubois to Administrator");
  expect(memberRow("Claire Dubois")).toHaveTextContent(/AdministratorExplicit/);
  expect(await fetchMember(mocks, "Claire")).toMatchObject({ level: 8 });
  await user.click(screen.getByText("Undo"));
  await waitFor(async () => expect(await fetchMember(mocks, "Claire")).toMatchObject({ level: 1 }));
  await screen.findByLabelText(`${CLAIRE_LEVEL}Member`);
  expect(writes().map(({ method, body }) => [method, body])).toEqual([
    ["PATCH", { level: 8 }],
    ["PATCH", { level: 1 }],
  ]);

  server.use(refuse("members.update", 403, { once: true }));
  await setLevel(app, "Claire Dubois");
  await screen.findByText("Couldn't change the level of Claire Dubois");
  screen.getByLabelText(`${CLAIRE_LEVEL}Member`);
  within(memberRow("Claire Dubois")).getByText("Not changed");
  await setLevel(app, "Claire Dubois");
  await screen.findByText("Set Claire Dubois to Administrator");
  expect(within(memberRow("Claire Dubois")).queryByText("Not changed")).toBeNull();
});

it("reports a change whose response was lost once it is known, and otherwise marks the row", async () => {
  const app = await openPage(CLAIRE, "Claire Dubois");
  const { writes, mocks } = app;
  const lose = () => loseAnswer("members.update", mocks.handlers, { once: true });
  server.use(lose());
  await setLevel(app, "Claire Dubois");
  await screen.findByText("Set Claire Dubois to Administrator");
  expect(within(memberRow("Claire Dubois")).queryByText("Outcome unknown")).toBeNull();
  expect(screen.queryByText(/^Couldn't confirm/)).toBeNull();

  server.use(
    lose(),
    override("members.get", () => (writes().length > 1 ? createError(500) : undefined)),
  );
  await setLevel(app, "Claire Dubois", "Member");
  await screen.findByText("Couldn't confirm the level of Claire Dubois");
  within(memberRow("Claire Dubois")).getByText("Outcome unknown");
  // The refetched list shows the outcome of the change.
  await screen.findByLabelText(`${CLAIRE_LEVEL}Member`);
});

it("asks which level to keep when someone else has changed it", async () => {
  const mocks = createCompanyServer();
  const { user, writes: changes } = await openPage(`${MEMBERS_URL}?q=arjun`, "Arjun Mehta", mocks);
  // Servers with explicit members accept two levels, so only another server's level can conflict with both.
  const withoutAccess = (member: object) =>
    "level" in member && member.level === 1 ? { ...member, level: 0 } : member;
  server.use(
    change("members.list", mocks.handlers, async (response) =>
      HttpResponse.json((await response.json()).map(withoutAccess)),
    ),
    change("members.get", mocks.handlers, async (response) =>
      HttpResponse.json(withoutAccess(await response.json())),
    ),
  );
  const question = { name: "Someone else changed the level of Arjun Mehta" };
  const levels = await openLevels(user, "Arjun Mehta");
  await user.click(levels.getByText("Administrator"));
  await user.click(within(await screen.findByRole("dialog", question)).getByText("Keep theirs"));
  const button = await screen.findByLabelText("Level of Arjun Mehta: No access");
  expect(changes()).toEqual([]);

  mocks.resetHandlers();
  await waitFor(() => expect(screen.queryByRole("dialog", question)).toBeNull());
  const again = await openMenu(user, button);
  await user.click(again.getByText("Administrator"));
  await user.click(within(await screen.findByRole("dialog", question)).getByText("Use mine"));
  await screen.findByText("Set Arjun Mehta to Administrator");
  await user.click(screen.getByText("Undo"));
  await waitFor(async () => expect(await fetchMember(mocks, "Arjun")).toMatchObject({ level: 1 }));
  expect(changes().map(({ body }) => body)).toEqual([{ level: 8 }, { level: 1 }]);
});

it("sends nothing when the member was removed or already has the level, or was changed before a removal", async () => {
  const app = await openPage(CLAIRE, "Claire Dubois");
  const { writes, mocks } = app;
  const { user: claire } = await fetchMember(mocks, "Claire");
  await setLevelAsOtherUser(mocks, claire.uuid, 8);
  await setLevel(app, "Claire Dubois");
  await screen.findByText("Claire Dubois already has the level Administrator");
  await screen.findByLabelText(`${CLAIRE_LEVEL}Administrator`);

  await setLevelAsOtherUser(mocks, claire.uuid, 1);
  const question = await askToRemove(app, "Claire Dubois");
  await app.user.click(question.getByText("Remove"));
  await question.findByText("Someone else changed the level of Claire Dubois");
  await screen.findByLabelText(`${CLAIRE_LEVEL}Member`);
  await app.user.click(question.getByText("Cancel"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await removeAsOtherUser(mocks, claire.uuid);
  await setLevel(app, "Claire Dubois");
  await screen.findByText("Someone else removed the explicit level of Claire Dubois");
  await waitFor(() => expect(screen.queryByText("Claire Dubois", { selector: "td *" })).toBeNull());
  expect(writes()).toEqual([]);
});

it("removes a member after asking, with undo, but the own membership without", async () => {
  const app = await openPage(MEMBERS_URL, "Claire Dubois");
  const { user, writes, mocks } = app;
  const { user: claire } = await fetchMember(mocks, "Claire");
  const question = await askToRemove(app, "Claire Dubois");
  question.getByText(/No access remains\. The organization level \(Member\)/);
  question.getByText(/the same level and a new join date/);
  await user.click(question.getByText("Remove"));
  await screen.findByText("Removed Claire Dubois");
  await waitFor(() => expect(screen.queryByLabelText(/^Level of Claire/)).toBeNull());
  await user.click(screen.getByText("Undo"));
  await screen.findByLabelText(`${CLAIRE_LEVEL}Member`);
  expect(writes().map(({ method, body }) => [method, body])).toEqual([
    ["DELETE", undefined],
    ["POST", { user_uuid: claire.uuid, level: 1 }],
  ]);

  const own = await askToRemove(app, "Ana Ferreira", "Remove your own membership?");
  own.getByText(/Only another administrator can add you again/);
  await user.click(own.getByText("Remove"));
  await screen.findByText("Removed Ana Ferreira");
  expect(screen.queryByText("Undo")).toBeNull();
});
