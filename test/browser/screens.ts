/** An address for each route of the app, by the route's template. A new route without one fails a test. */
export const screens: Readonly<Record<string, string>> = {
  "/connect": "/connect",
  "/settings": "/settings",
  "/p/:projectId/subscriptions": "/p/1/subscriptions",
  "/p/:projectId/subscriptions/new": "/p/1/subscriptions/new",
  "/p/:projectId/subscriptions/apply": "/p/1/subscriptions/apply",
  "/p/:projectId/subscriptions/:id": "/p/1/subscriptions/1040",
  "/p/:projectId/subscriptions/:id/edit": "/p/1/subscriptions/1040/edit",
  "/p/:projectId/recipients": "/p/1/recipients",
  "/p/:projectId/calendar": "/p/1/calendar?date=2026-11-21",
  "/p/:projectId/health": "/p/1/health",
  "/p/:projectId/exports": "/p/1/exports",
  "/p/:projectId/exports/new": "/p/1/exports/new",
  "/p/:projectId/exports/:id": "/p/1/exports/7038",
  "/p/:projectId/journal": "/p/1/journal",
};
