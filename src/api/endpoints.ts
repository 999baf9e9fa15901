import {
  getDashboard,
  getInsight,
  listDashboards,
  listInsights,
  listIntegrations,
  listSlackChannels,
} from "./catalog";
import { listDeliveries, sendTestDelivery } from "./deliveries";
import { createExport, getExport, getExportContent, listExports } from "./exports";
import {
  createMember,
  deleteMember,
  getMember,
  listMemberAccess,
  listMembers,
  updateAccess,
  updateMember,
} from "./members";
import { getCurrentKey, getMe, getProject, listOrganizationMembers, listProjects } from "./people";
import { createRegex, listSessionProperties, listSessionValues } from "./sessions";
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  updateSubscription,
} from "./subscriptions";
import { getWebVitals } from "./web-vitals";

/** The 18 endpoints in the contract's order. */
export const contractEndpoints = [
  createRegex,
  listSessionProperties,
  listSessionValues,
  listSubscriptions,
  createSubscription,
  getSubscription,
  updateSubscription,
  deleteSubscription,
  getWebVitals,
  listMembers,
  createMember,
  getMember,
  updateMember,
  deleteMember,
  listExports,
  createExport,
  getExport,
  getExportContent,
] as const;

export const otherEndpoints = [
  listProjects,
  getProject,
  getMe,
  getCurrentKey,
  listOrganizationMembers,
  listInsights,
  getInsight,
  listDashboards,
  getDashboard,
  listIntegrations,
  listSlackChannels,
  listDeliveries,
  sendTestDelivery,
  listMemberAccess,
  updateAccess,
] as const;

/**
 * All endpoints by ID. Only tests and pages that list the endpoints need this map. Other code imports single endpoints.
 */
export const endpoints = Object.fromEntries(
  [...contractEndpoints, ...otherEndpoints].map((endpoint) => [endpoint.id, endpoint]),
);
