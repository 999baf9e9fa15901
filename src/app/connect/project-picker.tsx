import { type FormEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import classes from "@/app/settings/settings.module.css";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { TextField } from "@/ui/form/fields";
import { Button } from "@/ui/primitives/button";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import type { ConnectionResult } from "./connect-check";

interface ProjectPickerProps {
  readonly result: ConnectionResult;
  readonly returnPath: string | null;
}

/** Formats a summary, such as "Connected to eu.posthog.com as Ana Ferreira with access to 3 projects." */
function formatSummary({ host, userName, projects }: ConnectionResult): string {
  const as = userName === null ? "" : ` as ${userName}`;
  const count =
    projects === null ? "" : ` with access to ${pluralize(projects.length, "project", "projects")}`;
  return `Connected to ${host}${as}${count}.`;
}

function stopEvent(event: SyntheticEvent) {
  event.stopPropagation();
}

export function ProjectPicker({ result, returnPath }: ProjectPickerProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  // This section replaces the connection form, so it takes focus.
  useEffect(() => containerRef.current?.focus(), []);

  return (
    <Section title="Connected">
      <div ref={containerRef} tabIndex={-1} className={classes.form} role="status">
        <p>{formatSummary(result)}</p>
        {result.listRefusal !== null && <p className={classes.dimmed}>{result.listRefusal}</p>}
        {/* Prevents preloading, which would load a project's records on hover or focus. */}
        <div className={classes.buttons} onPointerOver={stopEvent} onFocus={stopEvent}>
          {returnPath !== null && <LinkButton to={returnPath}>Go back</LinkButton>}
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
          <p>This key has no access to any project. Give it access to a project, or use another key.</p>
        )}
      </div>
    </Section>
  );
}

/** Shows a project ID form for keys that can't list projects. */
function ProjectIdForm() {
  const navigate = useNavigate();
  const [id, setId] = useState("");
  const [error, setError] = useState<string>();

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (id.trim() === "") setError("Enter a project ID.");
    else void navigate(paths.subscriptions(id.trim()));
  }

  return (
    <form className={classes.form} noValidate onSubmit={handleSubmit}>
      <TextField
        label="Project ID"
        description="Find the ID in the server's URLs, such as /project/12/."
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
