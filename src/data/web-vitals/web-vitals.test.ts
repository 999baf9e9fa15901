// @vitest-environment jsdom
import { buildApi } from "@test/support/builders";

import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { createError } from "@/mocks/scenarios";
import { vitalsQueries } from "./web-vitals";

beforeEach(() => localStorage.clear());

it.each([
  ["environments", ["environments"]],
  ["projects", ["projects", "environments"]],
] as const)(
  "are read with the prefix %s on a server that has them under environments",
  async (prefix, asked) => {
    const prefixes: string[] = [];
    server.use(
      http.get("*/api/:prefix/*", ({ params }) => {
        prefixes.push(String(params["prefix"]));
        return params["prefix"] === "environments"
          ? HttpResponse.json({ results: [] })
          : createError(404, "Endpoint not found.");
      }),
    );
    const api = buildApi({ id: prefix, prefix });
    const read = (path: string) => api.queryClient.fetchQuery(vitalsQueries.path(api, path));
    expect(await read("/a")).toMatchObject({ results: [] });
    expect(prefixes).toEqual(asked);
    // The missing prefix isn't tried again.
    await read("/b");
    expect(prefixes).toEqual([...asked, "environments"]);
  },
);
