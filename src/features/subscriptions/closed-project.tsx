import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api-context";
import { projectQueries } from "@/data/projects";
import { HttpError } from "@/http/errors";
import { paths } from "@/lib/paths";
import { LinkButton } from "@/ui/link-button";

const MOST_OFFERED = 5;

/** Whether a project does not exist or the key may not use it (upstream-facts, Everywhere): then nothing in it can be done. */
export function isProjectClosed(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  if (error.status === 404) return error.detail === "Project not found.";
  return error.status === 403 && /access to the (requested )?project/i.test(error.detail ?? "");
}

/** Ways out of a closed project: others that the key may see. Nothing where it may not list them. */
export function OtherProjects() {
  const { client, projectId } = useApi();
  const { data } = useQuery(projectQueries.list(client));
  const others = data?.results.filter((project) => String(project.id) !== projectId) ?? [];
  return others.slice(0, MOST_OFFERED).map((project) => (
    <LinkButton key={project.id} variant="default" to={paths.subscriptions(project.id)}>
      {project.name || `Project ${project.id}`}
    </LinkButton>
  ));
}
