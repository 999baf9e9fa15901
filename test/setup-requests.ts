import { afterEach } from "vitest";
// A separate module, because this file runs for every test file while the wrapping is done once per process.
import { heldRequests } from "./held-requests";

afterEach(() => {
  heldRequests.length = 0;
});
