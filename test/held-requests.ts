// Node passes the end of a signal on to a request only as long as something holds the request. A server played by a
// test holds what listens to the request's signal, not the request: where memory was cleared in between, it waited for
// ever. Browsers keep the link.

/** Requests made since the end of the last test. */
export const heldRequests: Request[] = [];

globalThis.Request = new Proxy(Request, {
  construct(target, args, newTarget) {
    const request: Request = Reflect.construct(target, args, newTarget);
    heldRequests.push(request);
    return request;
  },
});
