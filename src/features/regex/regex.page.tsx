import { useRef, useState } from "react";
import { useRegexHelper } from "@/data/browser-storage/experiments";
import { paths } from "@/lib/url/paths";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { AskSection } from "./generate-section";
import classes from "./regex.module.css";
import { TrySection } from "./test-section";

/** Patterns for session recordings from words, and the way to try them: an experiment, off by default. */
export function RegexPage() {
  const isOn = useRegexHelper();
  return (
    <Page
      title="Regex helper"
      description="A pattern for session recordings from a description in words, and a place to try it."
    >
      {isOn ? <Helper /> : <SwitchedOff />}
    </Page>
  );
}

function SwitchedOff() {
  return (
    <EmptyState
      title="The regex helper is switched off"
      detail="It is an experiment: on servers it is in development, so it may change, refuse or be gone any day. Switch it on under Settings, Experiments. Nothing else depends on it."
      action={<LinkButton to={paths.settings()}>Open Settings</LinkButton>}
    />
  );
}

function Helper() {
  const [pattern, setPattern] = useState("");
  const answered = useRef("");
  const field = useRef<HTMLInputElement>(null);

  /** Takes a new answer over, unless somebody wrote a pattern there. */
  function offer(next: string) {
    setPattern((before) => (before === "" || before === answered.current ? next : before));
    answered.current = next;
  }

  return (
    <div className={classes.page}>
      <Notice tone="warning" title="Unstable">
        This part of the servers is in development: it may change or go without notice, and most servers
        refuse personal API keys here. Nothing else in Environs depends on it. You can switch it off under
        Settings.
      </Notice>
      <AskSection
        onPattern={offer}
        onTry={(next) => {
          setPattern(next);
          field.current?.focus();
        }}
      />
      <TrySection pattern={pattern} onPattern={setPattern} field={field} />
    </div>
  );
}
