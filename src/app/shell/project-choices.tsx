import type { UseQueryResult } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { listRefusalMessage, ORGANIZATION_PROJECTS_NOTE } from "@/app/connect/connect-messages";
import { useConnectionStatus } from "@/data/client/use-connection-status";
import type { ProjectList } from "@/data/projects/projects";
import type { Client } from "@/http/client";
import { describeError } from "@/http/describe-error";
import { paths } from "@/lib/url/paths";
import { CheckIcon } from "@/ui/theme/icons";
import classes from "./project-switcher.module.css";

interface ProjectChoicesProps {
  readonly client: Client;
  readonly projects: UseQueryResult<ProjectList>;
  readonly projectId: string;
  readonly onSelect: () => void;
}

/**
 * Lists the available projects, and marks those that the key couldn't open. Users can also open a project by ID,
 * because some keys can't list projects.
 */
export function ProjectChoices({ client, projects, projectId, onSelect }: ProjectChoicesProps) {
  const navigate = useNavigate();
  const { closedProjects } = useConnectionStatus(client);
  const [typedId, setTypedId] = useState("");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const id = typedId.trim();
    if (id === "") return;
    onSelect();
    void navigate(paths.subscriptions(id));
  }

  return (
    <>
      {projects.isPending && <p className={classes.note}>Loading projects…</p>}
      {projects.error && (
        <p className={classes.note}>
          {describeError(projects.error).title}. You can open a project by its ID.
        </p>
      )}
      {projects.data?.refusal && (
        <p className={classes.note}>
          {listRefusalMessage(projects.data.refusal.missingScope)}{" "}
          {projects.data.projects.length === 0
            ? "You can open a project by its ID."
            : ORGANIZATION_PROJECTS_NOTE}
        </p>
      )}
      {projects.data && projects.data.projects.length > 0 && (
        <ul className={classes.list} aria-label="Projects">
          {projects.data.projects.map((project) => {
            const isCurrent = String(project.id) === projectId;
            return (
              <li key={project.id}>
                <Link
                  to={paths.subscriptions(project.id)}
                  className={classes.project}
                  aria-current={isCurrent ? "true" : undefined}
                  onClick={onSelect}
                >
                  <span className={classes.name}>{project.name}</span>
                  {closedProjects.has(String(project.id)) && (
                    <span className={classes.id}>No access with this key</span>
                  )}
                  <span className={classes.id}>{project.id}</span>
                  {isCurrent && <CheckIcon />}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      <form className={classes.form} onSubmit={handleSubmit}>
        <label htmlFor="project-id">Open by ID</label>
        <input
          id="project-id"
          className={classes.input}
          value={typedId}
          onChange={(event) => setTypedId(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit" className={classes.open}>
          Open
        </button>
      </form>
    </>
  );
}
