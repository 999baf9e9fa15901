import { expect, it } from "vitest";
import { ContractError, HttpError, NetworkError } from "@/api/errors";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import { pathProblem } from "./board-rows";

function refused(status: number, body: { readonly detail?: string; readonly attr?: string }): HttpError {
  return new HttpError(status, { type: null, code: null, detail: null, attr: null, ...body });
}

it.each([
  [
    "all pages where a path is required",
    refused(400, { detail: "This field is required.", attr: "pathname" }),
    ALL_PAGES,
    /All pages.*single paths only.*Add paths.*“This field is required.”/,
    false,
  ],
  [
    "a path that is not taken",
    refused(400, { detail: "This field may not be blank.", attr: "pathname" }),
    "/a",
    /rejected this path/,
    false,
  ],
  [
    "a server that refuses other origins",
    refused(401, { detail: "No temporary_token set." }),
    "/a",
    /cross-origin requests.*Update the server.*proxy/,
    false,
  ],
  [
    "a calculation that failed",
    refused(500, { detail: "Failed to calculate web vitals" }),
    "/a",
    /couldn't compute.*contact your administrator.*“Failed/,
    true,
  ],
  [
    "a scope",
    refused(403, { detail: "API key missing required scope 'query:read'" }),
    "/a",
    /query:read/,
    false,
  ],
  [
    "a server without the endpoint",
    refused(404, { detail: "Endpoint not found." }),
    "/a",
    /^Web vitals aren't available on this server This server has no API endpoint for web vitals\.$/,
    false,
  ],
  ["the network", new NetworkError("offline"), "/a", /offline/, true],
  ["an unknown format", new ContractError("webVitals.get", [], {}), "/a", /Unknown response format/, true],
  ["a web page", new ContractError("webVitals.get", [], "<html>"), "/a", /Unexpected response/, true],
])("describes %s", (_, error, path, title, canRetry) => {
  const problem = pathProblem({ path, error });
  expect(`${problem.title} ${problem.detail}`).toMatch(title);
  expect(problem.canRetry).toBe(canRetry);
});
