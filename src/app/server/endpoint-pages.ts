import { paths } from "@/lib/url/paths";

export interface EndpointPage {
  readonly label: string;
  readonly path: (projectId: string) => string;
}

const subscriptions: EndpointPage = { label: "Subscriptions", path: (id) => paths.subscriptions(id) };
const newSubscription: EndpointPage = { label: "New subscription", path: (id) => paths.newSubscription(id) };
const exports: EndpointPage = { label: "Exports", path: paths.exports };
const members: EndpointPage = { label: "Members", path: paths.members };
const addMembers: EndpointPage = { label: "Add members", path: paths.addMembers };
const sessions: EndpointPage = { label: "Sessions", path: paths.sessions };

/**
 * Pages by endpoint ID. The endpoint that always responds with 405 has no page, because the app
 * never calls it.
 */
export const ENDPOINT_PAGES: Readonly<Record<string, EndpointPage>> = {
  "projects.list": { label: "Connect", path: () => paths.connect() },
  "projects.get": members,
  "keys.current": { label: "Server", path: paths.server },
  "users.me": members,
  "organizations.members": addMembers,
  "insights.list": newSubscription,
  "insights.get": newSubscription,
  "dashboards.list": newSubscription,
  "dashboards.get": newSubscription,
  "integrations.list": newSubscription,
  "integrations.channels": newSubscription,
  "subscriptions.list": subscriptions,
  "subscriptions.create": newSubscription,
  "subscriptions.get": subscriptions,
  "subscriptions.update": subscriptions,
  "subscriptions.deliveries": subscriptions,
  "subscriptions.testDelivery": subscriptions,
  "exports.list": exports,
  "exports.create": { label: "New export", path: (id) => paths.newExport(id) },
  "exports.get": exports,
  "exports.content": exports,
  "members.list": members,
  "members.create": addMembers,
  "members.get": members,
  "members.update": members,
  "members.delete": members,
  "accessControls.members": members,
  "accessControls.update": members,
  "webVitals.get": { label: "Web vitals", path: paths.vitals },
  "sessions.properties": sessions,
  "sessions.values": sessions,
  "sessionRecordings.regex": { label: "Regex helper", path: paths.regex },
};
