import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";

/** Answers `fetch` in tests, which add handlers with `server.use`. The site has no configuration by default. */
export const server = setupServer(http.get("/config.json", () => new HttpResponse(null, { status: 404 })));
