import * as z from "zod/mini";
import { fail } from "@/emulator/request/errors";
import { field } from "@/emulator/request/request-fields";
import type { ProjectContext } from "./backend";
import { hasDashboard, hasInsight } from "./dashboard-catalog";

interface Source {
  readonly dashboard?: number | null | undefined;
  readonly insight?: number | null | undefined;
}

/** Creates the fields for a record's source. Sources of every project are valid at first. */
export function createSourceFields({ allProjects }: ProjectContext) {
  return {
    dashboard: z.optional(z.nullable(field.pk((id) => allProjects.some((other) => hasDashboard(other, id))))),
    insight: z.optional(z.nullable(field.pk((id) => allProjects.some((other) => hasInsight(other, id))))),
  };
}

/** Throws 400 for a source of another project. Servers check this after all fields. */
export function requireOwnSource({ project }: ProjectContext, { dashboard, insight }: Source): void {
  if (dashboard && !hasDashboard(project, dashboard))
    fail.invalidInput("This dashboard does not belong to your team.", "dashboard");
  if (insight && !hasInsight(project, insight))
    fail.invalidInput("This insight does not belong to your team.", "insight");
}
