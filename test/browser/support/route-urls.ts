/** A URL for each route template. A new route without a URL fails a test. */
export const routeUrls: Readonly<Record<string, string>> = {
  "/connect": "/connect",
  "/settings": "/settings",
  "/settings/server": "/settings/server",
  "/help/:page?": "/help/search-language",
  "/p/:projectId": "/p/1",
  "/p/:projectId/subscriptions": "/p/1/subscriptions",
  "/p/:projectId/subscriptions/new": "/p/1/subscriptions/new",
  "/p/:projectId/subscriptions/import": "/p/1/subscriptions/import",
  "/p/:projectId/subscriptions/:id": "/p/1/subscriptions/1040",
  "/p/:projectId/subscriptions/:id/edit": "/p/1/subscriptions/1040/edit",
  "/p/:projectId/recipients": "/p/1/recipients",
  "/p/:projectId/sources": "/p/1/sources",
  "/p/:projectId/calendar": "/p/1/calendar",
  "/p/:projectId/health": "/p/1/health",
  "/p/:projectId/exports": "/p/1/exports",
  "/p/:projectId/exports/new": "/p/1/exports/new",
  "/p/:projectId/exports/:id": "/p/1/exports/7038",
  "/p/:projectId/members": "/p/1/members",
  "/p/:projectId/members/new": "/p/1/members/new",
  "/p/:projectId/members/offboard": "/p/1/members/offboard?person=daniel.okafor@harbourline.example",
  "/p/:projectId/members/:uuid": "/p/1/members/407c0979-9485-4213-96c9-d96062c60104",
  "/p/:projectId/vitals": "/p/1/vitals?path=/&path=/checkout&path=/app/dashboard&path=/nobody",
  "/p/:projectId/vitals/path": "/p/1/vitals/path?path=/checkout",
  "/p/:projectId/activity": "/p/1/activity",
  "/p/:projectId/regex": "/p/1/regex",
  "/p/:projectId/sessions": "/p/1/sessions?property=$entry_pathname",
};

/** A day that always has deliveries, because most subscriptions deliver on Mondays and have no end date. */
export const FUTURE_MONDAY = "2090-01-02";
