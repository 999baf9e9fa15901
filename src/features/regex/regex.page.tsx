import { Stack } from "@mantine/core";
import { useRef, useState } from "react";
import { useRegexHelper } from "@/data/browser-storage/experiments";
import { paths } from "@/lib/url/paths";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { GenerateSection } from "./generate-section";
import { TestSection } from "./test-section";

/**
 * The regex helper is an experiment that is off by default. While it is off, the page explains how
 * to enable it.
 */
export function RegexPage() {
  const isOn = useRegexHelper();
  return (
    <Page title="Regex helper" description="Generate a pattern for session recordings and test it.">
      {isOn ? <RegexHelper /> : <RegexDisabled />}
    </Page>
  );
}

function RegexDisabled() {
  return (
    <EmptyState
      title="The regex helper is off"
      detail="Turn it on in Settings, under Experiments. It may change or stop working."
      action={<LinkButton to={paths.settings()}>Open settings</LinkButton>}
    />
  );
}

function RegexHelper() {
  const [pattern, setPattern] = useState("");
  const answered = useRef("");
  const field = useRef<HTMLInputElement>(null);

  /** Replaces the pattern unless the user has edited it. */
  function handlePattern(next: string) {
    setPattern((before) => (before === "" || before === answered.current ? next : before));
    answered.current = next;
  }

  return (
    <Stack gap={20} maw={960}>
      <Notice tone="warning" title="Unstable">
        This server feature is in development and may change without notice. Most servers don't accept API
        keys for it.
      </Notice>
      <GenerateSection
        onPattern={handlePattern}
        onTestPattern={(next) => {
          setPattern(next);
          field.current?.focus();
        }}
      />
      <TestSection pattern={pattern} onPattern={setPattern} field={field} />
    </Stack>
  );
}
