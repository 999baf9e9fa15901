import { Button } from "@mantine/core";
import { type FormEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSession } from "@/app/connection/session";
import classes from "@/app/settings/settings.module.css";
import { getProject } from "@/contract/project-id";
import { useConnectionStatus } from "@/data/client/use-connection-status";
import type { Client } from "@/http/client";
import { containsApiKey } from "@/lib/text/api-key-text";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { useAnnounce } from "@/ui/feedback/announcer";
import { TextField } from "@/ui/form/fields";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import type { AccessibleProject, ConnectionResult } from "./connect-check";
import { ORGANIZATION_PROJECTS_NOTE } from "./connect-messages";

interface ProjectPickerProps {
  readonly result: ConnectionResult;
  readonly returnPath: string | null;
}

/** Formats a summary, such as "Connected to eu.posthog.com as Ana Ferreira with access to 3 projects." */
function formatSummary({ host, userName, projects, listRefusal }: ConnectionResult): string {
  const as = userName === null ? "" : ` as ${userName}`;
  const count =
    listRefusal === null ? ` with access to ${pluralize(projects.length, "project", "projects")}` : "";
  return `Connected to ${host}${as}${count}.`;
}

function stopEvent(event: SyntheticEvent) {
  event.stopPropagation();
}

export function ProjectPicker({ result, returnPath }: ProjectPickerProps) {
  const { backend } = useSession();
  const containerRef = useRef<HTMLDivElement>(null);
  // This section replaces the connection form, so it takes focus.
  useEffect(() => containerRef.current?.focus(), []);
  const { projects, listRefusal } = result;

  return (
    <Section title="Connected">
      <div ref={containerRef} tabIndex={-1} className={classes.form} role="status">
        <p>{formatSummary(result)}</p>
        {listRefusal !== null && (
          <p className={classes.dimmed}>
            {listRefusal} {projects.length > 0 && ORGANIZATION_PROJECTS_NOTE}
          </p>
        )}
        {/* Prevents preloading, which would load a project's records on hover or focus. */}
        <div className={classes.buttons} onPointerOver={stopEvent} onFocus={stopEvent}>
          {returnPath !== null && <LinkButton to={returnPath}>Go back</LinkButton>}
          {listRefusal === null &&
            projects.map((project, index) => (
              <LinkButton
                key={project.id}
                to={paths.subscriptions(project.id)}
                variant={index === 0 && returnPath === null ? "filled" : "default"}
              >
                Open {project.name}
              </LinkButton>
            ))}
          {listRefusal !== null && backend !== null && (
            <UncertainProjects client={backend.client} projects={projects} />
          )}
        </div>
        {listRefusal !== null && <ProjectIdForm />}
        {listRefusal === null && projects.length === 0 && (
          <p>This key has no access to any project. Give it access to a project, or use another key.</p>
        )}
      </div>
    </Section>
  );
}

interface UncertainProjectsProps {
  readonly client: Client;
  readonly projects: readonly AccessibleProject[];
}

/** Opens a project after the server has confirmed that the key can. Marks projects that it can't open. */
function UncertainProjects({ client, projects }: UncertainProjectsProps) {
  const navigate = useNavigate();
  const announce = useAnnounce();
  const { closedProjects } = useConnectionStatus(client);
  const [triedId, setTriedId] = useState<string | null>(null);

  async function handleOpen({ id, name }: AccessibleProject) {
    setTriedId(id);
    // Other failures, such as a missing scope, don't prove that the project is closed. The project's page shows them.
    await client.request(getProject, { path: { project_id: id } }).catch(() => undefined);
    setTriedId(null);
    if (client.connectionStatus.get().closedProjects.has(id)) announce(`The key can't open ${name}.`);
    else void navigate(paths.subscriptions(id));
  }

  return projects.map((project) =>
    closedProjects.has(project.id) ? (
      <p key={project.id} className={classes.dimmed}>
        {project.name}: the key can't open this project
      </p>
    ) : (
      <Button
        key={project.id}
        variant="default"
        loading={triedId === project.id}
        onClick={() => void handleOpen(project)}
      >
        Open {project.name}
      </Button>
    ),
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
    else if (containsApiKey(id)) setError("That looks like an API key. Enter the project's ID.");
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
