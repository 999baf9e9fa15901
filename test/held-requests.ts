// Node forwards an abort signal to a request only while something references the request. A mocked server references
// only the signal's listener. After a garbage collection, the server would wait
// forever. Browsers don't need the reference.

/** Requests created since the end of the previous test. */
export const heldRequests: Request[] = [];

globalThis.Request = new Proxy(Request, {
  construct(target, args, newTarget) {
    const request: Request = Reflect.construct(target, args, newTarget);
    heldRequests.push(request);
    return request;
  },
});
