import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button, type MantineColorScheme, Switch } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Backend } from "@/app/connection/backend";
import { getRecentProject } from "@/app/connection/recent-project";
import { useSession } from "@/app/connection/session";
import { openTour } from "@/app/tour/tour-events";
import { setRegexHelper, useRegexHelper } from "@/data/browser-storage/experiments";
import { paths } from "@/lib/url/paths";
import { SegmentedField } from "@/ui/form/choice-fields";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { useColorScheme } from "@/ui/theme/use-color-scheme";
import { DemoSettings } from "./demo-settings";
import classes from "./pages.module.css";
import { areSingleKeysEnabled, setSingleKeysEnabled } from "./preferences";

const SCHEME_OPTIONS: readonly { value: MantineColorScheme; label: string }[] = [
  { value: "auto", label: "Like the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

function Appearance() {
  const [scheme, setScheme] = useColorScheme();
  return (
    <Section title="Appearance">
      <SegmentedField label="Colour scheme" value={scheme} onChange={setScheme} options={SCHEME_OPTIONS} />
    </Section>
  );
}

interface SettingSwitchProps {
  readonly label: string;
  readonly description: string;
  readonly checked: boolean;
  readonly error?: string | undefined;
  readonly onChange: (isOn: boolean) => void;
}

function SettingSwitch({ label, onChange, ...switchProps }: SettingSwitchProps) {
  return (
    <Switch
      {...switchProps}
      classNames={{ description: classes.inlineDescription ?? "" }}
      label={label}
      // Mantine's label holds the description as well, which is told apart from the name already.
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
        label="Shortcuts of a single key"
        description="Such as g s or c. Switch them off when speech input or a slip of the finger sets them off."
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
      <div className={classes.row}>
        <SettingSwitch
          label="Regex helper (unstable)"
          description="Asks the server for a pattern from words. Servers have it in development: it may change or go any day, and most refuse API keys there. Nothing else depends on it."
          checked={isOn}
          error={hasStorageError ? "This browser does not let the page keep the choice." : undefined}
          onChange={(isSelected) => setHasStorageError(!setRegexHelper(isSelected))}
        />
        {isOn && backend !== null && (
          <LinkButton to={paths.regex(getRecentProject(backend))} variant="default">
            Open the regex helper
          </LinkButton>
        )}
      </div>
    </Section>
  );
}

function About() {
  return (
    <Section title="About">
      <p>
        Environs is free software under the MIT licence.{" "}
        {/* A file beside the app, which the build writes: see .scripts/licenses.ts. */}
        <a href="/licences.txt" target="_blank" rel="noreferrer">
          Licences of what it is made of
        </a>
      </p>
    </Section>
  );
}

/** The ways to learn the app. Without a server there is nothing to point at. */
function Help() {
  const { backend } = useSession();
  const navigate = useNavigate();
  if (backend === null) return null;

  function startTour(activeBackend: Backend) {
    navigate(paths.subscriptions(getRecentProject(activeBackend)));
    openTour();
  }

  return (
    <Section title="Help">
      <div className={classes.row}>
        <p>Three steps that show where things are. Press ? for all keyboard shortcuts.</p>
        <Button variant="default" onClick={() => startTour(backend)}>
          Take the tour
        </Button>
      </div>
    </Section>
  );
}

/** Preferences of this browser, the connection, and the controls of the demo. */
export function SettingsPage() {
  const { backend } = useSession();
  return (
    <Page title="Settings">
      <div className={classes.narrow}>
        <Appearance />
        <Keyboard />
        <Section title="Connection">
          <div className={classes.row}>
            <p>{backend?.client.connection.label ?? "Not connected"}</p>
            <LinkButton to={paths.connect()} variant="default">
              Change
            </LinkButton>
          </div>
        </Section>
        <Help />
        <Experiments />
        {backend?.demo && <DemoSettings controls={backend.demo} />}
        <About />
      </div>
    </Page>
  );
}
