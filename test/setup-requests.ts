import { afterEach } from "vitest";
// A module of its own: this file is run for every test file, and the wrapping is done once per process.
import { heldRequests } from "./held-requests";

afterEach(() => {
  heldRequests.length = 0;
});
