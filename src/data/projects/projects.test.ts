// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { buildClient } from "@test/support/builders";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { createError } from "@/mocks/scenarios";
import { projectQueries } from "./projects";

beforeEach(() => localStorage.clear());

// As a server of 2024 answered a key limited to project 2 (server-generations, Seen on a running server).
const REFUSAL = {
  type: "authentication_error",
  code: "permission_denied",
  detail: "API keys with scoped projects are only supported on project-based endpoints.",
  attr: null,
};
const ME = {
  uuid: "01a226bb-808c-0000-d568-42d7dda03662",
  email: "ada@northwind.test",
  organization: {
    name: "Northwind",
    teams: [
      { id: 1, project_id: 1, name: "Default project", access_control: false },
      { id: 2, project_id: 2, name: "Private shop", access_control: true },
    ],
  },
};

function read(me: () => Response) {
  server.use(
    http.get("*/api/users/@me", me),
    http.get("*/api/projects", () => HttpResponse.json(REFUSAL, { status: 403 })),
  );
  return new QueryClient().fetchQuery({ ...projectQueries.list(buildClient()), retry: false });
}

it("are those of the owner's organization when the key can't list its own", async () => {
  const { projects, refusal } = await read(() => Response.json(ME));
  expect(projects.map(({ id, name }) => [id, name])).toEqual([
    [1, "Default project"],
    [2, "Private shop"],
  ]);
  expect(refusal).toMatchObject({ status: 403, detail: REFUSAL.detail });
});

it.each([
  ["the key can't read its owner", () => createError(403)],
  ["the owner has no organization", () => Response.json({ ...ME, organization: null })],
  [
    "the server doesn't name the organization's projects",
    () => Response.json({ ...ME, organization: { name: "Northwind" } }),
  ],
  [
    "the projects are invalid",
    () => Response.json({ ...ME, organization: { teams: [{ name: "No ID" }, 5] } }),
  ],
])("are unknown when %s", async (_, me) => {
  expect(await read(me)).toMatchObject({ projects: [], refusal: { status: 403 } });
});

it("aren't offered to a rejected key", async () => {
  const rejection = { ...REFUSAL, code: "authentication_failed" };
  server.use(http.get("*/api/projects", () => HttpResponse.json(rejection, { status: 403 })));
  const list = new QueryClient().fetchQuery({ ...projectQueries.list(buildClient()), retry: false });
  await expect(list).rejects.toMatchObject({ isAboutKey: true });
});
