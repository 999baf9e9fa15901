import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import classes from "@/app/settings/pages.module.css";
import { formatList, pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { TextField } from "@/ui/form/fields";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import type { ConnectionResult } from "./connect-check";

interface ProjectPickerProps {
  readonly result: ConnectionResult;
  /** The page a person came from, to go back to. */
  readonly returnPath: string | null;
}

/** "Reached eu.posthog.com as Ana Ferreira, 3 projects." */
function formatSummary({ host, userName, projects }: ConnectionResult): string {
  const as = userName === null ? "" : ` as ${userName}`;
  const count = projects === null ? "" : `, ${pluralize(projects.length, "project", "projects")}`;
  return `Reached ${host}${as}${count}.`;
}

/** Says what the first look at a server told, and leads on. */
export function ProjectPicker({ result, returnPath }: ProjectPickerProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  // The form's button is gone: keyboard and screen reader go on here.
  useEffect(() => containerRef.current?.focus(), []);

  return (
    <Section title="Connected">
      <div ref={containerRef} tabIndex={-1} className={classes.form} role="status">
        <p>{formatSummary(result)}</p>
        {result.forbidden.length > 0 && (
          <p className={classes.dimmed}>
            The key may not read {formatList(result.forbidden)}. What needs it will say so.
          </p>
        )}
        <div className={classes.buttons}>
          {returnPath !== null && <LinkButton to={returnPath}>Back to where you were</LinkButton>}
          {result.projects?.map((project, index) => (
            <LinkButton
              key={project.id}
              to={paths.subscriptions(project.id)}
              variant={index === 0 && returnPath === null ? "filled" : "default"}
            >
              Open {project.name}
            </LinkButton>
          ))}
        </div>
        {result.projects === null && <ProjectIdForm />}
        {result.projects?.length === 0 && (
          <p>The key opens no project. Give it access to one, or use another key.</p>
        )}
      </div>
    </Section>
  );
}

/** For keys that may not list projects: the id stands in the server's own addresses. */
function ProjectIdForm() {
  const navigate = useNavigate();
  const [id, setId] = useState("");
  const [error, setError] = useState<string>();

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (id.trim() === "") setError("Enter the number of the project.");
    else void navigate(paths.subscriptions(id.trim()));
  }

  return (
    <form className={classes.form} noValidate onSubmit={handleSubmit}>
      <TextField
        label="Project id"
        description="The key may not list projects. The id stands in the server's addresses: /project/12/."
        value={id}
        onChange={setId}
        error={error}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <div>
        <Button type="submit">Open project</Button>
      </div>
    </form>
  );
}
