// Node forwards an abort signal to a request only while something references the request. A mocked server references
// only the signal's listener, so after a garbage collection, it would wait forever. Browsers keep the link.

/** Requests created since the end of the previous test. */
export const heldRequests: Request[] = [];

globalThis.Request = new Proxy(Request, {
  construct(target, args, newTarget) {
    const request: Request = Reflect.construct(target, args, newTarget);
    heldRequests.push(request);
    return request;
  },
});
