import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";

/**
 * Answers `fetch` in tests. A test adds handlers with `server.use`. Before that, only the site's configuration is
 * requested, and doesn't exist.
 */
export const server = setupServer(http.get("/config.json", () => new HttpResponse(null, { status: 404 })));
