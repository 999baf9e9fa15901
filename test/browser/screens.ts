/** An address for each route of the app, by the route's template. A new route without one fails a test. */
export const screens: Readonly<Record<string, string>> = {
  "/connect": "/connect",
  "/settings": "/settings",
  "/p/:projectId/subscriptions": "/p/1/subscriptions",
  "/p/:projectId/subscriptions/new": "/p/1/subscriptions/new",
  "/p/:projectId/subscriptions/:id": "/p/1/subscriptions/1040",
  "/p/:projectId/subscriptions/:id/edit": "/p/1/subscriptions/1040/edit",
  "/p/:projectId/journal": "/p/1/journal",
};
