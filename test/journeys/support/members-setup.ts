import { screen, within } from "@testing-library/react";
import { createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";

/** URL of the fictional company's 25 members. Ana owns the API key. */
export const MEMBERS_URL = "/p/1/members";
/** URL of a project without members, subscriptions, or exports. */
export const NO_MEMBERS_URL = "/p/3/members";
const ENDPOINT = "environments/1/explicit_members/";

export function createCompanyServer(): MockServer {
  return createMockServer({ now: () => TEST_TIME });
}

export interface ServedMember {
  readonly level: number;
  readonly parent_level: number;
  readonly user: Readonly<Record<"uuid" | "email" | "first_name" | "last_name", string>>;
}

export const fetchMembers = (mocks: MockServer): Promise<readonly ServedMember[]> => mocks.call(ENDPOINT);

/** Returns a member's current record from the server, by first name. */
export async function fetchMember(mocks: MockServer, name: string): Promise<ServedMember> {
  const member = (await fetchMembers(mocks)).find(({ user }) => user.first_name === name);
  if (member === undefined) throw new Error(`no member ${name}`);
  return member;
}

/** Sets a level on the server, as another administrator would. */
export const setLevelAsOtherUser = (mocks: MockServer, uuid: string, level: number): Promise<unknown> =>
  mocks.call(`${ENDPOINT}${uuid}/`, "PATCH", { level });

/** Removes a member on the server, as another administrator would. */
export const removeAsOtherUser = (mocks: MockServer, uuid: string): Promise<unknown> =>
  mocks.call(`${ENDPOINT}${uuid}/`, "DELETE");

export function memberRow(name: string): HTMLElement {
  const row = screen.getByText(name, { selector: "td *" }).closest("tr");
  if (row === null) throw new Error(`no row of ${name}`);
  return row;
}

interface UserClick {
  readonly click: (element: Element) => Promise<void>;
}

export async function openMenu(user: UserClick, button: HTMLElement) {
  await user.click(button);
  return within(await screen.findByRole("menu"));
}

export function openLevels(user: UserClick, name: string) {
  return openMenu(user, screen.getByRole("button", { name: new RegExp(`^Level of ${name}`) }));
}

/** Returns a person in the organization by first name. Callers pass the name of someone who isn't a member. */
export async function findPersonOutside(
  mocks: MockServer,
  name: string,
): Promise<{ readonly uuid: string; readonly email: string }> {
  const { results } = await mocks.call("organizations/@current/members/?limit=100");
  const found = results.find(
    (row: { readonly user: { readonly first_name: string } }) => row.user.first_name === name,
  );
  return found.user;
}
