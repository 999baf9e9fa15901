import { afterAll, afterEach, beforeAll } from "vitest";
import { server } from "@/mocks/node";

beforeAll(() =>
  server.listen({
    // A request that no handler answers fails, unless the test has started a server on this machine.
    onUnhandledRequest({ url }, print) {
      if (new URL(url).hostname !== "127.0.0.1") print.error();
    },
  }),
);
afterAll(() => server.close());
afterEach(() => {
  server.resetHandlers();
  server.events.removeAllListeners();
});
