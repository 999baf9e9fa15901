import { buildClient } from "@test/support/builders";
import { beforeEach, expect, it } from "vitest";
import { HttpError, NetworkError } from "@/api/errors";
import { listProjects } from "@/api/people";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { describeFailure } from "./projects";

const rejection = new HttpError(401, { type: null, code: null, detail: "No.", attr: null }, null, true);

beforeEach(() => server.use(refuse("projects.list", 401)));

it("leaves only a rejected key to the app", async () => {
  const client = buildClient();
  await expect(client.request(listProjects, { path: {} })).rejects.toMatchObject({ status: 401 });
  expect(describeFailure(client, rejection)).toBeNull();
  expect(describeFailure(client, new NetworkError("unreachable"))?.title).toMatch(/Couldn't reach/);
});

it("reports a key that changed during the request", async () => {
  const client = buildClient();
  await expect(client.request(listProjects, { path: {} })).rejects.toMatchObject({ status: 401 });
  client.renewKey("phx_u");
  expect(describeFailure(client, rejection)?.detail).toMatch(/nothing was saved/);
});
