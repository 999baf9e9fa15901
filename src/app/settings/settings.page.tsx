import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button, type MantineColorScheme, Switch } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Backend } from "@/app/connection/backend";
import { recentProject } from "@/app/connection/recent-project";
import { useSession } from "@/app/connection/session";
import { callTour } from "@/app/tour/tour-events";
import { setRegexHelper, useRegexHelper } from "@/data/browser-storage/experiments";
import { paths } from "@/lib/url/paths";
import { SegmentedField } from "@/ui/form/choice-fields";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { useScheme } from "@/ui/theme/use-color-scheme";
import { DemoSettings } from "./demo-settings";
import classes from "./pages.module.css";
import { setSingleKeys, singleKeysEnabled } from "./preferences";

const SCHEMES: readonly { value: MantineColorScheme; label: string }[] = [
  { value: "auto", label: "Like the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

function Appearance() {
  const [scheme, choose] = useScheme();
  return (
    <Section title="Appearance">
      <SegmentedField label="Colour scheme" value={scheme} onChange={choose} options={SCHEMES} />
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

function SettingSwitch({ label, onChange, ...others }: SettingSwitchProps) {
  return (
    <Switch
      {...others}
      classNames={{ description: classes.inlineDescription ?? "" }}
      label={label}
      // Mantine's label holds the description as well, which is told apart from the name already.
      aria-label={label}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function Keyboard() {
  const [enabled, setEnabled] = useState(singleKeysEnabled);
  return (
    <Section title="Keyboard">
      <SettingSwitch
        label="Shortcuts of a single key"
        description="Such as g s or c. Switch them off when speech input or a slip of the finger sets them off."
        checked={enabled}
        onChange={(isOn) => {
          setEnabled(isOn);
          setSingleKeys(isOn);
        }}
      />
    </Section>
  );
}

function Experiments() {
  const { backend } = useSession();
  const isOn = useRegexHelper();
  const [isRefused, setIsRefused] = useState(false);
  return (
    <Section title="Experiments">
      <div className={classes.row}>
        <SettingSwitch
          label="Regex helper (unstable)"
          description="Asks the server for a pattern from words. Servers have it in development: it may change or go any day, and most refuse API keys there. Nothing else depends on it."
          checked={isOn}
          error={isRefused ? "This browser does not let the page keep the choice." : undefined}
          onChange={(chosen) => setIsRefused(!setRegexHelper(chosen))}
        />
        {isOn && backend !== null && (
          <LinkButton to={paths.regex(recentProject(backend))} variant="default">
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

  function takeTour(shown: Backend) {
    navigate(paths.subscriptions(recentProject(shown)));
    callTour();
  }

  return (
    <Section title="Help">
      <div className={classes.row}>
        <p>Three steps that show where things are. Press ? for all keyboard shortcuts.</p>
        <Button variant="default" onClick={() => takeTour(backend)}>
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
