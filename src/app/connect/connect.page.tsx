import { zodResolver } from "@hookform/resolvers/zod";
import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import type { Client } from "@/api/client";
import { findPagePath } from "@/api/connection";
import { getProject } from "@/api/people";
import { storeLastProject } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import { ORGANIZATION_PROJECTS_NOTE } from "@/app/notices/connection-notices";
import { useConnectionStatus } from "@/data/backend/backend";
import { containsApiKey } from "@/lib/text/normalize-text";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { ErrorState, SkeletonLines } from "@/ui/feedback/states";
import { announce } from "@/ui/feedback/toasts";
import { SegmentedField, TextField } from "@/ui/form/fields";
import { FormField } from "@/ui/form/form-field";
import { HelpLink, Page } from "@/ui/page/page";
import { LinkButton, SubmitButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import type { AccessibleProject, ConnectionResult, ConnectValues } from "./connection-check";
import {
  ConnectionCheckStatus,
  connectSchema,
  getConnectDefaults,
  KeyField,
  needsUnencryptedConsent,
  pinnedConnectSchema,
  toConnection,
  toSameOriginPath,
  useConnectionCheck,
} from "./connection-check";
import { ConnectionList } from "./connection-list";
import { loadServerConfig, type ServerConfig } from "./server-config";

export function ConnectPage() {
  const { backend, connections, startDemo } = useSession();
  const searchParams = new URLSearchParams(useLocation().search);
  const [result, setResult] = useState<ConnectionResult | null>(null);
  const [selectedServer, setSelectedServer] = useState<ServerConfig>();
  const pinned = useQuery({
    queryKey: ["config"],
    queryFn: ({ signal }) => loadServerConfig(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // After a disconnect, the last server is prefilled.
  const lastConnection = backend === null ? connections.at(-1) : undefined;
  const knownServer = pinned.data ?? selectedServer ?? lastConnection;
  const hasList = startDemo !== null || connections.length > 0;

  return (
    <Page
      title="Connect"
      description={
        <>
          Connect to a server with the Project Environments API.{" "}
          <HelpLink page="connecting" topic="connecting and scopes" />
        </>
      }
    >
      <Stack maw={960}>
        {result && <ProjectPicker result={result} returnPath={toSameOriginPath(searchParams.get("from"))} />}
        {hasList && (
          <Section title="Connections">
            <ConnectionList pinned={pinned.data} onNeedKey={setSelectedServer} />
          </Section>
        )}
        {!result && (
          <Section
            title={pinned.data ? `Connect to ${new URL(pinned.data.baseUrl).host}` : "Connect to a server"}
          >
            {pinned.isPending && <SkeletonLines count={6} />}
            {pinned.error && (
              <ErrorState
                problem={{
                  title: "Couldn't load the configuration",
                  detail: `Try again, or ask your administrator to fix config.json. Error: ${pinned.error.message}`,
                  canRetry: true,
                }}
                onRetry={() => void pinned.refetch()}
              />
            )}
            {pinned.isSuccess && (
              <ConnectFields
                key={knownServer ? `${knownServer.baseUrl} ${knownServer.prefix}` : "new"}
                knownServer={knownServer}
                isPinned={pinned.data !== null}
                onConnected={setResult}
              />
            )}
          </Section>
        )}
      </Stack>
    </Page>
  );
}

const PREFIX_OPTIONS = (["environments", "projects"] as const).map((value) => ({ value, label: value }));

const CHECKBOX_STYLES = { description: { paddingInlineStart: 12 } };

function ConnectFields(props: {
  /** Server whose address is prefilled, so that the user enters only a key. */
  readonly knownServer: ServerConfig | undefined;
  readonly isPinned: boolean;
  readonly onConnected: (result: ConnectionResult) => void;
}) {
  const { knownServer, isPinned, onConnected } = props;
  const { connect } = useSession();
  const check = useConnectionCheck();
  const { control, register, handleSubmit, formState, setError, setValue } = useForm<ConnectValues>({
    resolver: zodResolver(isPinned ? pinnedConnectSchema : connectSchema),
    defaultValues: getConnectDefaults(knownServer),
  });

  const address = useWatch({ control, name: "address" });
  /** The address with a page's path that was last submitted. Submitting it once more keeps the path. */
  const [pageAddress, setPageAddress] = useState<string | null>(null);

  function handleValid(values: ConnectValues) {
    const pagePath = isPinned ? null : findPagePath(values.address);
    const isKept = pagePath !== null && values.address === pageAddress;
    const connection = toConnection(values, isKept);
    if (pagePath !== null && !isKept) {
      setPageAddress(values.address);
      setValue("address", connection.baseUrl);
      const message = `“${pagePath}” looks like a page, so the server's address would be ${connection.baseUrl}. To use it, choose Connect again. To keep the path, enter it again.`;
      return setError("address", { message }, { shouldFocus: true });
    }
    return check.tryConnection(
      connection,
      (result) => {
        const backend = connect(connection, values.keepOnDevice);
        const [firstProject] = result.projects;
        // A key that can't list projects may not open the first one.
        if (firstProject && result.listRefusal === null) storeLastProject(backend, firstProject.id);
        onConnected(result);
      },
      (message) => setError("key", { message }, { shouldFocus: true }),
    );
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(handleValid)(event)}>
      <Stack gap={18} maw={480}>
        {!isPinned && (
          <FormField
            as={TextField}
            control={control}
            name="address"
            label="Server address"
            description="For example, https://eu.posthog.com. You can paste any link to the server."
            inputMode="url"
            autoComplete="url"
            spellCheck={false}
            required
          />
        )}
        {needsUnencryptedConsent(address) && (
          <Checkbox
            {...register("allowUnencrypted")}
            styles={CHECKBOX_STYLES}
            label="Allow unencrypted connection"
            description="Only use this on a network you trust."
            error={formState.errors.allowUnencrypted?.message}
          />
        )}
        <FormField as={KeyField} control={control} name="key" />
        {!isPinned && (
          <FormField
            as={SegmentedField<ConnectValues["prefix"]>}
            control={control}
            name="prefix"
            label="Path prefix"
            description="Both work on most servers. Newer servers are replacing “environments” with “projects”."
            options={PREFIX_OPTIONS}
          />
        )}
        <Checkbox
          {...register("keepOnDevice")}
          styles={CHECKBOX_STYLES}
          label="Store key on this device"
          description="Otherwise, the key is removed when you close this tab."
        />
        <ConnectionCheckStatus check={check} />
        <div>
          <SubmitButton variant="filled" type="submit" loading={formState.isSubmitting}>
            Connect
          </SubmitButton>
        </div>
      </Stack>
    </form>
  );
}

/** Formats a summary, such as "Connected to eu.posthog.com as Ana Ferreira with access to 3 projects." */
function formatSummary({ host, userName, projects, listRefusal }: ConnectionResult): string {
  const as = userName === null ? "" : ` as ${userName}`;
  const count =
    listRefusal === null ? ` with access to ${pluralize(projects.length, "project", "projects")}` : "";
  return `Connected to ${host}${as}${count}.`;
}

const stopEvent = (event: SyntheticEvent) => event.stopPropagation();

function ProjectPicker(props: { readonly result: ConnectionResult; readonly returnPath: string | null }) {
  const { backend } = useSession();
  const containerRef = useRef<HTMLDivElement>(null);
  // This section replaces the connection form, so it takes focus.
  useEffect(() => containerRef.current?.focus(), []);
  const { result, returnPath } = props;
  const { projects, listRefusal } = result;

  return (
    <Section title="Connected">
      <Stack ref={containerRef} tabIndex={-1} gap={18} maw={480} role="status">
        <p>{formatSummary(result)}</p>
        {listRefusal !== null && (
          <Text fz="sm" c="dimmed">
            {listRefusal} {projects.length > 0 && ORGANIZATION_PROJECTS_NOTE}
          </Text>
        )}
        {/* Prevents preloading, which would load a project's records on hover or focus. */}
        <Group gap="xs" onPointerOver={stopEvent} onFocus={stopEvent}>
          {returnPath !== null && (
            <LinkButton variant="filled" to={returnPath}>
              Go back
            </LinkButton>
          )}
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
        </Group>
        {listRefusal !== null && <ProjectIdForm />}
        {listRefusal === null && projects.length === 0 && (
          <p>This key has no access to any project. Give it access to a project, or use another key.</p>
        )}
      </Stack>
    </Section>
  );
}

/** Opens a project after the server has confirmed that the key can. Marks projects that it can't open. */
function UncertainProjects(props: {
  readonly client: Client;
  readonly projects: readonly AccessibleProject[];
}) {
  const { client, projects } = props;
  const navigate = useNavigate();
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
      <Text key={project.id} fz="sm" c="dimmed">
        {project.name}: the key can't open this project
      </Text>
    ) : (
      <Button key={project.id} loading={triedId === project.id} onClick={() => void handleOpen(project)}>
        Open {project.name}
      </Button>
    ),
  );
}

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
    <form noValidate onSubmit={handleSubmit}>
      <Stack gap={18} maw={480}>
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
          <Button variant="filled" type="submit">
            Open project
          </Button>
        </div>
      </Stack>
    </form>
  );
}
