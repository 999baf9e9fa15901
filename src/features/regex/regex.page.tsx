import { useRef, useState } from "react";
import { useRegexHelper } from "@/data/browser-storage/experiments";
import { paths } from "@/lib/url/paths";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { GenerateSection } from "./generate-section";
import classes from "./regex.module.css";
import { TestSection } from "./test-section";

/** Patterns for session recordings from words, and the way to try them: an experiment, off by default. */
export function RegexPage() {
  const isOn = useRegexHelper();
  return (
    <Page
      title="Regex helper"
      description="A pattern for session recordings from a description in words, and a place to try it."
    >
      {isOn ? <RegexHelper /> : <RegexDisabled />}
    </Page>
  );
}

function RegexDisabled() {
  return (
    <EmptyState
      title="The regex helper is switched off"
      detail="It is an experiment: on servers it is in development, so it may change, refuse or be gone any day. Switch it on under Settings, Experiments. Nothing else depends on it."
      action={<LinkButton to={paths.settings()}>Open Settings</LinkButton>}
    />
  );
}

function RegexHelper() {
  const [pattern, setPattern] = useState("");
  const answered = useRef("");
  const field = useRef<HTMLInputElement>(null);

  /** Takes a new answer over, unless somebody wrote a pattern there. */
  function handlePattern(next: string) {
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
      <GenerateSection
        onPattern={handlePattern}
        onTestPattern={(next) => {
          setPattern(next);
          field.current?.focus();
        }}
      />
      <TestSection pattern={pattern} onPattern={setPattern} field={field} />
    </div>
  );
}
