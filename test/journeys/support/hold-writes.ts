import type { MockServer } from "../../support/mock-server";

/** Wraps an mocks so that it processes writes only after the returned `release` is called. */
export function holdWrites(mocks: MockServer) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const heldMocks: MockServer = {
    ...mocks,
    async fetch(request) {
      if (request.method !== "GET") await released;
      return mocks.fetch(request);
    },
  };
  return { mocks: heldMocks, release: () => release() };
}
