import { afterAll, afterEach, beforeAll } from "vitest";
import { server } from "@/mocks/node";

// A request that no handler answers fails.
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());
afterEach(() => {
  server.resetHandlers();
  server.events.removeAllListeners();
});
