import { Burger, Button, Group, Kbd, NavLink, Popover, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { Client } from "@/api/client";
import { describeError } from "@/api/describe-error";
import { listRefusalMessage, ORGANIZATION_PROJECTS_NOTE } from "@/app/connect/connect-messages";
import { useSession } from "@/app/connection/session";
import { useConnectionStatus } from "@/data/backend/backend";
import { projectQueries } from "@/data/projects/projects";
import { paths } from "@/lib/url/paths";
import { ColorSchemeToggle } from "@/ui/feedback/color-scheme-toggle";
import { CheckIcon, ChevronDownIcon, SearchIcon } from "@/ui/theme/icons";
import classes from "./top-bar.module.css";

const PALETTE_KEYS = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘K" : "Ctrl K";

export function TopBar(props: {
  readonly projectId: string | null;
  readonly onOpen: (overlay: "navigation" | "palette") => void;
}) {
  const { projectId, onOpen } = props;
  const { backend } = useSession();
  return (
    <header className={classes.bar}>
      <Burger
        className={classes.menu ?? ""}
        size="xs"
        aria-label="Open navigation"
        onClick={() => onOpen("navigation")}
      />
      <Link to={paths.home()} className={classes.home}>
        Environs
      </Link>
      <div className={classes.project}>
        {backend && projectId !== null && <ProjectSwitcher client={backend.client} projectId={projectId} />}
      </div>
      <Button
        className={classes.search ?? ""}
        variant="default"
        justify="flex-start"
        leftSection={<SearchIcon />}
        rightSection={<Kbd>{PALETTE_KEYS}</Kbd>}
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => onOpen("palette")}
      >
        Search
      </Button>
      <ConnectionBadge />
      <ColorSchemeToggle />
    </header>
  );
}

export function ConnectionBadge(props: {
  /** Whether the full name fits. */
  readonly isWide?: boolean;
  readonly onNavigate?: () => void;
}) {
  const { backend } = useSession();
  if (backend === null) return null;
  const { label } = backend.client.connection;
  return (
    <Button
      component={Link}
      to={paths.connect()}
      variant="default"
      className={classes.badge ?? ""}
      leftSection={<span className={classes.dot} data-kind={backend.demo ? "demo" : "live"} />}
      data-wide={props.isWide || undefined}
      aria-label={`Connection: ${label}`}
      onClick={props.onNavigate}
    >
      {label}
    </Button>
  );
}

/**
 * Lists the available projects, and marks those that the key couldn't open. Users can also open a project by ID,
 * because some keys can't list projects.
 */
function ProjectSwitcher({ client, projectId }: { readonly client: Client; readonly projectId: string }) {
  const { data, isPending, error } = useQuery(projectQueries.list(client));
  const { closedProjects } = useConnectionStatus(client);
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [typedId, setTypedId] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  const current = data?.projects.find((project) => String(project.id) === projectId);
  const fallback = projectId === "@current" ? "Current project" : `Project ${projectId}`;
  const name = current?.name ?? fallback;

  function close() {
    setIsOpen(false);
    button.current?.focus();
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const id = typedId.trim();
    if (id === "") return;
    close();
    void navigate(paths.subscriptions(id));
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      offset={4}
      width="min(300px, calc(100vw - 32px))"
      trapFocus
      // A press can be canceled (WCAG 2.5.2).
      clickOutsideEvents={["mouseup", "touchend"]}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button
          ref={button}
          className={classes.switcher ?? ""}
          variant="default"
          justify="space-between"
          rightSection={<ChevronDownIcon />}
          aria-label={`Project: ${name}`}
          onClick={(event) => {
            // Safari doesn't focus a clicked button. Escape returns the focus to it.
            event.currentTarget.focus();
            setIsOpen(!isOpen);
          }}
        >
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel ?? ""}>
        {isPending && <ProjectNote>Loading projects…</ProjectNote>}
        {error && <ProjectNote>{describeError(error).title}. You can open a project by its ID.</ProjectNote>}
        {data?.refusal && (
          <ProjectNote>
            {listRefusalMessage(data.refusal.missingScope)}{" "}
            {data.projects.length === 0 ? "You can open a project by its ID." : ORGANIZATION_PROJECTS_NOTE}
          </ProjectNote>
        )}
        {data && data.projects.length > 0 && (
          <ul className={classes.projects} aria-label="Projects">
            {data.projects.map((project) => {
              const isCurrent = String(project.id) === projectId;
              return (
                <li key={project.id}>
                  <NavLink
                    component={Link}
                    to={paths.subscriptions(project.id)}
                    className={classes.link ?? ""}
                    label={project.name}
                    description={
                      closedProjects.has(String(project.id)) ? "No access with this key" : undefined
                    }
                    rightSection={
                      <Group gap="xs" c="dimmed" fz="sm">
                        {project.id}
                        {isCurrent && <CheckIcon />}
                      </Group>
                    }
                    aria-current={isCurrent ? "true" : undefined}
                    onClick={close}
                  />
                </li>
              );
            })}
          </ul>
        )}
        <form onSubmit={handleSubmit}>
          <Group wrap="nowrap" gap="xs" p="8px 8px 4px">
            <Text component="label" htmlFor="project-id" fz="sm" c="dimmed">
              Open by ID
            </Text>
            <TextInput
              id="project-id"
              flex={1}
              value={typedId}
              onChange={(event) => setTypedId(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
            />
            <Button type="submit" variant="default">
              Open
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function ProjectNote({ children }: { readonly children: React.ReactNode }) {
  return (
    <Text fz="sm" c="dimmed" p="6px 8px">
      {children}
    </Text>
  );
}
