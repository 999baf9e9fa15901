import { createExport, getExport, getExportContent, listExports } from "./exports";
import { createMember, deleteMember, getMember, listMembers, updateMember } from "./members";
import { getMe, listDashboards, listInsights, listOrganizationMembers } from "./people";
import { listProjects } from "./projects";
import { createRegex } from "./session-recordings";
import { listSessionProperties, listSessionValues } from "./sessions";
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  updateSubscription,
} from "./subscriptions";
import { getWebVitals } from "./web-vitals";

/**
 * Every endpoint by its id: the contract's 18 in its order, the project list, and the look-ups that give names to ids.
 * For tests and tools; screens import the single endpoint, so that a page loads no other.
 */
export const endpoints = {
  "sessionRecordings.regex": createRegex,
  "sessions.properties": listSessionProperties,
  "sessions.values": listSessionValues,
  "subscriptions.list": listSubscriptions,
  "subscriptions.create": createSubscription,
  "subscriptions.get": getSubscription,
  "subscriptions.update": updateSubscription,
  "subscriptions.delete": deleteSubscription,
  "webVitals.get": getWebVitals,
  "members.list": listMembers,
  "members.create": createMember,
  "members.get": getMember,
  "members.update": updateMember,
  "members.delete": deleteMember,
  "exports.list": listExports,
  "exports.create": createExport,
  "exports.get": getExport,
  "exports.content": getExportContent,
  "projects.list": listProjects,
  "users.me": getMe,
  "organizations.members": listOrganizationMembers,
  "insights.list": listInsights,
  "dashboards.list": listDashboards,
} as const;
