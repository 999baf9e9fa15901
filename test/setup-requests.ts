import { afterEach } from "vitest";
// This file runs for every test file, but the module below wraps `Request` once per process.
import { heldRequests } from "./held-requests";

afterEach(() => {
  heldRequests.length = 0;
});
