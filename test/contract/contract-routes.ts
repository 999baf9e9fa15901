import { contractEndpoints, otherEndpoints } from "@/api/endpoints";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Route = readonly [id: string, method: Method, path: string];

const PROJECT = "/api/environments/:project_id";
/** Endpoints that every server has under this prefix, and some have only under it (server-generations, Names). */
const PROJECTS = "/api/projects/:project_id";

/** The 18 endpoints of the contract, copied in order from .github/api/project-environments-api.md. */
export const CONTRACT_ROUTES: readonly Route[] = [
  ["sessionRecordings.regex", "POST", `${PROJECT}/session_recordings/ai/regex/`],
  ["sessions.properties", "GET", `${PROJECT}/sessions/property_definitions/`],
  ["sessions.values", "GET", `${PROJECT}/sessions/values/`],
  ["subscriptions.list", "GET", `${PROJECT}/subscriptions/`],
  ["subscriptions.create", "POST", `${PROJECT}/subscriptions/`],
  ["subscriptions.get", "GET", `${PROJECT}/subscriptions/:id/`],
  ["subscriptions.update", "PATCH", `${PROJECT}/subscriptions/:id/`],
  ["subscriptions.delete", "DELETE", `${PROJECT}/subscriptions/:id/`],
  ["webVitals.get", "GET", `${PROJECT}/web_vitals/`],
  ["members.list", "GET", `${PROJECT}/explicit_members/`],
  ["members.create", "POST", `${PROJECT}/explicit_members/`],
  ["members.get", "GET", `${PROJECT}/explicit_members/:parent_membership__user__uuid/`],
  ["members.update", "PATCH", `${PROJECT}/explicit_members/:parent_membership__user__uuid/`],
  ["members.delete", "DELETE", `${PROJECT}/explicit_members/:parent_membership__user__uuid/`],
  ["exports.list", "GET", `${PROJECT}/exports/`],
  ["exports.create", "POST", `${PROJECT}/exports/`],
  ["exports.get", "GET", `${PROJECT}/exports/:id/`],
  ["exports.content", "GET", `${PROJECT}/exports/:id/content/`],
];

/**
 * Endpoints that upstream-facts.md and server-generations.md in .github/api add, such as projects,
 * lookups, deliveries, and access controls.
 */
export const OTHER_ROUTES: readonly Route[] = [
  ["projects.list", "GET", "/api/projects/"],
  ["projects.get", "GET", "/api/projects/:project_id/"],
  ["users.me", "GET", "/api/users/@me/"],
  ["keys.current", "GET", "/api/personal_api_keys/@current/"],
  ["organizations.members", "GET", "/api/organizations/@current/members/"],
  ["insights.list", "GET", `${PROJECTS}/insights/`],
  ["insights.get", "GET", `${PROJECTS}/insights/:id/`],
  ["dashboards.list", "GET", `${PROJECTS}/dashboards/`],
  ["dashboards.get", "GET", `${PROJECTS}/dashboards/:id/`],
  ["integrations.list", "GET", `${PROJECTS}/integrations/`],
  ["integrations.channels", "GET", `${PROJECTS}/integrations/:id/channels/`],
  ["subscriptions.deliveries", "GET", `${PROJECT}/subscriptions/:id/deliveries/`],
  ["subscriptions.testDelivery", "POST", `${PROJECT}/subscriptions/:id/test-delivery/`],
  ["accessControls.members", "GET", `${PROJECTS}/access_control_members/`],
  ["accessControls.update", "PUT", `${PROJECTS}/access_controls/`],
];

export const described = [...contractEndpoints, ...otherEndpoints];
