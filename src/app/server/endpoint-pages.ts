import { type AppPage, pages } from "@/app/pages";

const { subscriptionList, subscriptionCreate, exportList, memberList, memberAdd, sessions } = pages;

/**
 * Pages by endpoint ID. The endpoint that always responds with 405 has no page, because the app
 * never calls it.
 */
export const ENDPOINT_PAGES: Readonly<Record<string, AppPage>> = {
  "projects.list": pages.connect,
  "projects.get": memberList,
  "keys.current": pages.server,
  "users.me": memberList,
  "organizations.members": memberAdd,
  "insights.list": subscriptionCreate,
  "insights.get": subscriptionCreate,
  "dashboards.list": subscriptionCreate,
  "dashboards.get": subscriptionCreate,
  "integrations.list": subscriptionCreate,
  "integrations.channels": subscriptionCreate,
  "subscriptions.list": subscriptionList,
  "subscriptions.create": subscriptionCreate,
  "subscriptions.get": subscriptionList,
  "subscriptions.update": subscriptionList,
  "subscriptions.deliveries": subscriptionList,
  "subscriptions.testDelivery": subscriptionList,
  "exports.list": exportList,
  "exports.create": pages.exportCreate,
  "exports.get": exportList,
  "exports.content": exportList,
  "members.list": memberList,
  "members.create": memberAdd,
  "members.get": memberList,
  "members.update": memberList,
  "members.delete": memberList,
  "accessControls.members": memberList,
  "accessControls.update": memberList,
  "webVitals.get": pages.vitalsBoard,
  "sessions.properties": sessions,
  "sessions.values": sessions,
  "sessionRecordings.regex": pages.regex,
};
