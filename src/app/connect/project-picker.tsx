import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import classes from "@/app/settings/pages.module.css";
import { listWords, plural } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { TextField } from "@/ui/form/fields";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import type { Reached } from "./connect-check";

interface Props {
  readonly reached: Reached;
  /** The page a person came from, to go back to. */
  readonly from: string | null;
}

/** "Reached eu.posthog.com as Ana Ferreira, 3 projects." */
function summary({ host, who, projects }: Reached): string {
  const as = who === null ? "" : ` as ${who}`;
  const count = projects === null ? "" : `, ${plural(projects.length, "project", "projects")}`;
  return `Reached ${host}${as}${count}.`;
}

/** Says what the first look at a server told, and leads on. */
export function ReachedSection({ reached, from }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The form's button is gone: keyboard and screen reader go on here.
  useEffect(() => box.current?.focus(), []);

  return (
    <Section title="Connected">
      <div ref={box} tabIndex={-1} className={classes.form} role="status">
        <p>{summary(reached)}</p>
        {reached.refused.length > 0 && (
          <p className={classes.dim}>
            The key may not read {listWords(reached.refused)}. What needs it will say so.
          </p>
        )}
        <div className={classes.buttons}>
          {from !== null && <LinkButton to={from}>Back to where you were</LinkButton>}
          {reached.projects?.map((project, place) => (
            <LinkButton
              key={project.id}
              to={paths.subscriptions(project.id)}
              variant={place === 0 && from === null ? "filled" : "default"}
            >
              Open {project.name}
            </LinkButton>
          ))}
        </div>
        {reached.projects === null && <TypedProject />}
        {reached.projects?.length === 0 && (
          <p>The key opens no project. Give it access to one, or use another key.</p>
        )}
      </div>
    </Section>
  );
}

/** For keys that may not list projects: the id stands in the server's own addresses. */
function TypedProject() {
  const navigate = useNavigate();
  const [id, setId] = useState("");
  const [error, setError] = useState<string>();

  function open(event: FormEvent) {
    event.preventDefault();
    if (id.trim() === "") setError("Enter the number of the project.");
    else void navigate(paths.subscriptions(id.trim()));
  }

  return (
    <form className={classes.form} noValidate onSubmit={open}>
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
