// Stores references to requests. Node forwards an abort signal to a request only while something
// references the request, and a mocked server references only the signal's listener. Without
// another reference, the server would wait forever after a garbage collection. Browsers don't need
// this.

/** Requests created since the end of the previous test. */
export const heldRequests: Request[] = [];

globalThis.Request = new Proxy(Request, {
  construct(target, args, newTarget) {
    const request: Request = Reflect.construct(target, args, newTarget);
    heldRequests.push(request);
    return request;
  },
});
