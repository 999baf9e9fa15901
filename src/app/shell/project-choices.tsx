import type { UseQueryResult } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ListPage } from "@/contract/parsers";
import type { Project } from "@/contract/projects";
import { describeError } from "@/http/describe-error";
import { paths } from "@/lib/url/paths";
import { Link } from "@/ui/primitives/link";
import { CheckIcon } from "@/ui/theme/icons";
import classes from "./project-switcher.module.css";

interface ProjectChoicesProps {
  readonly projects: UseQueryResult<ListPage<Project>>;
  readonly projectId: string;
  readonly onSelect: () => void;
}

/**
 * Lists the available projects. Users can also open a project by ID, because some keys can't list
 * projects.
 */
export function ProjectChoices({ projects, projectId, onSelect }: ProjectChoicesProps) {
  const navigate = useNavigate();
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
      {projects.data && (
        <ul className={classes.list} aria-label="Projects">
          {projects.data.results.map((project) => {
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
