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

/** The 18 endpoints in the order of the contract's table. */
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

/** What is used besides: the project list, and look-ups that give names to ids. */
export const otherEndpoints = [
  listProjects,
  getMe,
  listOrganizationMembers,
  listInsights,
  listDashboards,
] as const;

/** Every endpoint by its id. For tests and tools; screens import the single endpoint, so that a page loads no other. */
export const endpoints = Object.fromEntries(
  [...contractEndpoints, ...otherEndpoints].map((endpoint) => [endpoint.id, endpoint]),
);
