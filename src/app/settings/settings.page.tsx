import {
  Anchor,
  Box,
  Button,
  Group,
  type MantineColorScheme,
  Stack,
  Switch,
  Text,
  useMantineColorScheme,
} from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { areSingleKeysEnabled, setSingleKeysEnabled } from "@/app/commands/use-shortcuts";
import type { AppBackend } from "@/app/connection/backend";
import { getRecentProject } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import { openTour } from "@/app/tour/tour";
import { setRegexHelper, useRegexHelper } from "@/data/browser-storage/local-storage";
import { paths } from "@/lib/url/paths";
import { SegmentedField } from "@/ui/form/choice-fields";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { DemoSettings } from "./demo-settings";

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

function SettingSwitch({
  label,
  onChange,
  ...switchProps
}: {
  readonly label: string;
  readonly description: string;
  readonly checked: boolean;
  readonly error?: string | undefined;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <Switch
      withThumbIndicator={false}
      {...switchProps}
      styles={{ description: { paddingInlineStart: 12 } }}
      label={label}
      // Mantine's label includes the description, which isn't part of the name.
      aria-label={label}
      onChange={(event) => onChange(event.currentTarget.checked)}
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
        onChange={(isOn) => {
          setIsEnabled(isOn);
          setSingleKeysEnabled(isOn);
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
              hasStorageError
                ? "Couldn't save this setting. Allow this site to store data in your browser."
                : undefined
            }
            onChange={(isSelected) => setHasStorageError(!setRegexHelper(isSelected))}
          />
        </Box>
        {isOn && backend !== null && (
          <LinkButton to={paths.regex(getRecentProject(backend))} variant="default">
            Open regex helper
          </LinkButton>
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

  function startTour(activeBackend: AppBackend) {
    navigate(paths.subscriptions(getRecentProject(activeBackend)));
    openTour();
  }

  return (
    <Section title="Help">
      <Group justify="space-between" gap="sm" mih={44}>
        <Text fz="sm" flex="1 1 280px">
          Take a three-step tour, or press ? for keyboard shortcuts.
        </Text>
        <Button variant="default" data-opens-tour onClick={() => startTour(backend)}>
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
              {backend && (
                <LinkButton to={paths.server()} variant="default">
                  Server and requests
                </LinkButton>
              )}
              <LinkButton to={paths.connect()} variant="default">
                Change
              </LinkButton>
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
