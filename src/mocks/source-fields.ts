import * as z from "zod/mini";
import type { ProjectContext } from "./context";
import { fail } from "./errors";
import { field } from "./fields";
import { hasDashboard, hasInsight } from "./seed/catalog";

interface Source {
  readonly dashboard?: number | null | undefined;
  readonly insight?: number | null | undefined;
}

/** Creates the fields for a record's source. Sources of every project are valid at first. */
export function createSourceFields({ db }: ProjectContext) {
  const { projects } = db.world;
  return {
    dashboard: z.optional(z.nullable(field.pk((id) => projects.some((other) => hasDashboard(other, id))))),
    insight: z.optional(z.nullable(field.pk((id) => projects.some((other) => hasInsight(other, id))))),
  };
}

/** Throws 400 for a source of another project. Servers check this after all fields. */
export function requireOwnSource({ project }: ProjectContext, { dashboard, insight }: Source): void {
  if (dashboard && !hasDashboard(project, dashboard))
    fail.invalidInput("This dashboard does not belong to your team.", "dashboard");
  if (insight && !hasInsight(project, insight))
    fail.invalidInput("This insight does not belong to your team.", "insight");
}
