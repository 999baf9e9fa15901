import type { MantineColorScheme, SwitchProps } from "@mantine/core";
import { Anchor, Box, Button, Group, Stack, Switch, Text, useMantineColorScheme } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { endpoints } from "@/api/endpoints";
import { areSingleKeysEnabled, setSingleKeysEnabled } from "@/app/commands/use-shortcuts";
import type { DemoControls, DemoProfile, DemoScenario } from "@/app/connection/backend";
import { getRecentProject } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import { openTour } from "@/app/tour/tour";
import type { Backend } from "@/data/backend/backend";
import { setRegexHelper, useRegexHelper } from "@/data/browser-storage/local-storage";
import { forgetCollections } from "@/data/collection/use-collection";
import { paths } from "@/lib/url/paths";
import { toasts } from "@/ui/feedback/toasts";
import { SegmentedField, SelectField } from "@/ui/form/fields";
import { useConfirm } from "@/ui/overlay/confirm";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import classes from "./settings.module.css";

const SCHEME_OPTIONS: readonly { value: MantineColorScheme; label: string }[] = [
  { value: "auto", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Section title="Appearance">
      <SegmentedField
        label="Color scheme"
        value={colorScheme}
        onChange={setColorScheme}
        options={SCHEME_OPTIONS}
      />
    </Section>
  );
}

function SettingSwitch(props: SwitchProps & { readonly label: string }) {
  return (
    <Switch
      withThumbIndicator={false}
      styles={{ description: { paddingInlineStart: 12 } }}
      // Mantine's label includes the description, which isn't part of the name.
      aria-label={props.label}
      {...props}
    />
  );
}

function Keyboard() {
  const [isEnabled, setIsEnabled] = useState(areSingleKeysEnabled);
  return (
    <Section title="Keyboard">
      <SettingSwitch
        label="Single-key shortcuts"
        description="Keys pressed alone or one after the other, such as c or g s. Turn off if you use voice control."
        checked={isEnabled}
        onChange={({ currentTarget: { checked } }) => {
          setIsEnabled(checked);
          setSingleKeysEnabled(checked);
        }}
      />
    </Section>
  );
}

function Experiments() {
  const { backend } = useSession();
  const isOn = useRegexHelper();
  const [hasStorageError, setHasStorageError] = useState(false);
  return (
    <Section title="Experiments">
      <Group justify="space-between" gap="sm" mih={44}>
        <Box flex="1 1 280px">
          <SettingSwitch
            label="Regex helper (unstable)"
            description="Generates patterns from descriptions. Most servers reject API keys for this feature."
            checked={isOn}
            error={
              hasStorageError && "Couldn't save this setting. Allow this site to store data in your browser."
            }
            onChange={(event) => setHasStorageError(!setRegexHelper(event.currentTarget.checked))}
          />
        </Box>
        {isOn && backend !== null && (
          <LinkButton to={paths.regex(getRecentProject(backend))}>Open regex helper</LinkButton>
        )}
      </Group>
    </Section>
  );
}

function About() {
  return (
    <Section title="About">
      <p>
        Environs is free software under the MIT license. {/* Written by the build (.scripts/licenses.ts). */}
        <Anchor inherit underline="always" href="/licenses.txt" target="_blank" rel="noreferrer">
          Third-party licenses
        </Anchor>
      </p>
    </Section>
  );
}

/** Hidden without a connection, because the tour points at a project's pages. */
function Help() {
  const { backend } = useSession();
  const navigate = useNavigate();
  if (backend === null) return null;
  return (
    <Section title="Help">
      <Group justify="space-between" gap="sm" mih={44}>
        <Text fz="sm" flex="1 1 280px">
          Take a three-step tour, or press ? for keyboard shortcuts.
        </Text>
        <Button
          data-opens-tour
          onClick={() => {
            navigate(paths.subscriptions(getRecentProject(backend)));
            openTour();
          }}
        >
          Take the tour
        </Button>
      </Group>
    </Section>
  );
}

export function SettingsPage() {
  const { backend } = useSession();
  return (
    <Page title="Settings">
      <Stack maw={960}>
        <Appearance />
        <Keyboard />
        <Section title="Connection">
          <Group justify="space-between" gap="sm" mih={44}>
            <Text fz="sm" flex="1 1 280px">
              {backend?.client.connection.label ?? "Not connected"}
            </Text>
            <Group gap="xs">
              {backend && <LinkButton to={paths.server()}>Server and requests</LinkButton>}
              <LinkButton to={paths.connect()}>Change</LinkButton>
            </Group>
          </Group>
        </Section>
        <Help />
        <Experiments />
        {backend?.demo && <DemoSettings backend={backend} controls={backend.demo} />}
        <About />
      </Stack>
    </Page>
  );
}

const PROFILE_OPTIONS: readonly { readonly value: DemoProfile; readonly label: string }[] = [
  { value: "contract", label: "2025" },
  { value: "newer", label: "2026" },
];

/** Names and labels of the mocks' scenarios. */
export const SCENARIO_OPTIONS = [
  { value: "slow", label: "2-second delay" },
  { value: "offline", label: "Connection lost" },
  { value: "lost-answer", label: "Saved, but the response is lost" },
  { value: "server-error", label: "500 server error" },
  { value: "rejected-key", label: "401 key rejected" },
  { value: "sign-in-page", label: "401 sign-in page" },
  { value: "missing-scope", label: "403 missing scope" },
  { value: "not-found", label: "404 unsupported feature" },
  { value: "throttled", label: "429 too many requests" },
  { value: "throttled-by-proxy", label: "429 from a proxy" },
  { value: "cut-off", label: "Truncated response" },
  { value: "malformed-record", label: "Unreadable record" },
  { value: "empty", label: "No records" },
] as const;

const ENDPOINT_OPTIONS = [
  { value: "*", label: "All endpoints" },
  ...Object.keys(endpoints).map((id) => ({ value: id, label: id })),
];

function formatScenario({ endpoint, name }: DemoScenario): string {
  const label = SCENARIO_OPTIONS.find(({ value }) => value === name)?.label ?? name;
  return `${label} · ${endpoint === "*" ? "all endpoints" : endpoint}`;
}

const SCENARIOS_KEY = ["demo", "scenarios"];
const PROFILE_KEY = ["demo", "profile"];

type UpdateScenarios = (scenarios: readonly DemoScenario[]) => readonly DemoScenario[];

function useDemoScenarios(controls: DemoControls) {
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: SCENARIOS_KEY, queryFn: () => controls.scenarios(), staleTime: 0 });
  const mutation = useMutation({
    // Updates run one after another, each with the current scenarios, because the displayed list may be outdated.
    scope: { id: "demo scenarios" },
    mutationFn: async (update: UpdateScenarios) => controls.setScenarios(update(await controls.scenarios())),
    onMutate: async (update) => {
      await queryClient.cancelQueries({ queryKey: SCENARIOS_KEY });
      queryClient.setQueryData<readonly DemoScenario[]>(SCENARIOS_KEY, (current = []) => update(current));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: SCENARIOS_KEY }),
  });
  return { scenarios: query.data ?? [], updateScenarios: mutation.mutate };
}

function removeScenario(scenarios: readonly DemoScenario[], removed: DemoScenario): readonly DemoScenario[] {
  const index = scenarios.findIndex((scenario) => formatScenario(scenario) === formatScenario(removed));
  return scenarios.filter((_, position) => position !== index);
}

interface DemoSettingsProps {
  readonly backend: Backend;
  readonly controls: DemoControls;
}

function ResetDemoData({ backend, controls }: DemoSettingsProps) {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const storage = useQuery({ queryKey: ["demo", "storage"], queryFn: () => controls.storage() });

  async function reset() {
    const isConfirmed = await confirm({
      title: "Reset the demo data?",
      body: "This permanently deletes your changes in the demo and their entries in Activity.",
      confirmLabel: "Reset demo data",
      tone: "danger",
      onConfirm: () => controls.reset(),
    });
    if (!isConfirmed) return;
    forgetCollections(backend);
    await queryClient.resetQueries();
    toasts.show({ title: "Demo data reset", tone: "positive" });
  }

  return (
    <Group justify="space-between" gap="sm">
      <Text fz="sm" c="dimmed" flex="1 1 280px">
        {storage.data === "memory"
          ? "Browser storage is blocked or full, so your changes are lost when you close this tab."
          : "Your changes are stored in this browser."}
      </Text>
      <Button onClick={() => void reset()}>Reset demo data</Button>
    </Group>
  );
}

/** Selects which server the demo imitates, because real servers differ by age. */
function ServerProfile({ backend, controls }: DemoSettingsProps) {
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: PROFILE_KEY, queryFn: () => controls.profile(), staleTime: 0 });
  const mutation = useMutation({
    mutationFn: (profile: DemoProfile) => controls.setProfile(profile),
    onMutate: (profile) => queryClient.setQueryData(PROFILE_KEY, profile),
    onSettled: () => {
      forgetCollections(backend);
      return queryClient.resetQueries();
    },
  });
  if (query.data === undefined) return null;
  return (
    <Box maw={480}>
      <SelectField
        label="Server generation"
        description="Newer servers have more features."
        value={query.data}
        onChange={(profile) => mutation.mutate(profile)}
        options={PROFILE_OPTIONS}
      />
    </Box>
  );
}

function DemoSettings({ backend, controls }: DemoSettingsProps) {
  const { scenarios, updateScenarios } = useDemoScenarios(controls);
  const [endpoint, setEndpoint] = useState("*");
  const [name, setName] = useState("server-error");

  return (
    <>
      <Section title="Demo data">
        <Stack>
          <ResetDemoData backend={backend} controls={controls} />
          <ServerProfile backend={backend} controls={controls} />
        </Stack>
      </Section>
      <Section title="Demo faults">
        <Group align="flex-end" gap="sm">
          <SelectField label="Fault" value={name} onChange={setName} options={SCENARIO_OPTIONS} />
          <SelectField label="Endpoint" value={endpoint} onChange={setEndpoint} options={ENDPOINT_OPTIONS} />
          <Button onClick={() => updateScenarios((current) => [...current, { endpoint, name }])}>
            Add fault
          </Button>
        </Group>
        <Box component="ul" mt="md" className={classes.list} aria-label="Active faults">
          {scenarios.map((scenario, index) => (
            // The key includes the index, because the list may contain equal scenarios.
            <Group
              component="li"
              justify="space-between"
              gap="sm"
              key={`${index} ${formatScenario(scenario)}`}
            >
              {formatScenario(scenario)}
              <Button
                onClick={() => updateScenarios((current) => removeScenario(current, scenario))}
                aria-label={`Remove: ${formatScenario(scenario)}`}
              >
                Remove
              </Button>
            </Group>
          ))}
        </Box>
      </Section>
    </>
  );
}
