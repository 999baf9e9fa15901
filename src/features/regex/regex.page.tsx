import { Box, Button, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { getRawResponse } from "@/api/describe-error";
import { HttpError } from "@/api/errors";
import { getRaw } from "@/api/parsers";
import { useApi } from "@/data/backend/backend";
import { useRegexHelper } from "@/data/browser-storage/local-storage";
import { describeFailure } from "@/data/projects/projects";
import type { RecordingRegexResponse } from "@/data/sessions/recording-regex";
import { parseGeneratedRegex, requestRecordingRegex } from "@/data/sessions/recording-regex";
import { paths } from "@/lib/url/paths";
import { CopyButton, RawJson } from "@/ui/feedback/copy-button";
import { EmptyState, Notice, SkeletonLines } from "@/ui/feedback/states";
import { announce } from "@/ui/feedback/toasts";
import { TextAreaField } from "@/ui/form/fields";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";

/** The regex helper is an experiment that is off by default. While it is off, the page explains how to enable it. */
export function RegexPage() {
  const isOn = useRegexHelper();
  return (
    <Page title="Regex helper" description="Generate a pattern for session recordings.">
      {isOn ? (
        <Stack gap={20} maw={960}>
          <Notice tone="warning" title="Unstable">
            This server feature is in development and may change without notice. Most servers don't accept API
            keys for it.
          </Notice>
          <GenerateSection />
        </Stack>
      ) : (
        <EmptyState
          title="The regex helper is off"
          detail="Turn it on in Settings, under Experiments. It may change or stop working."
          action={
            <LinkButton variant="filled" to={paths.settings()}>
              Open settings
            </LinkButton>
          }
        />
      )}
    </Page>
  );
}

const GENERATION_LABELS = {
  pattern: "Pattern generated",
  none: "No pattern found",
  nothing: "The response has no pattern",
};

function GenerateSection() {
  const api = useApi();
  const [description, setDescription] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const request = useRef<AbortController>(null);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (text: string) => {
      request.current = new AbortController();
      return requestRecordingRegex(api, text, request.current.signal);
    },
    onSuccess: (response) => announce(GENERATION_LABELS[parseGeneratedRegex(response).kind]),
  });
  useEffect(() => () => request.current?.abort(), []);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const isEmpty = description.trim() === "";
    setIsMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else mutate(description.trim());
  }

  function stopWaiting() {
    request.current?.abort();
    reset();
    // The focused button is about to be removed, so focus moves to the field.
    field.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
  }

  return (
    <Section title="Generate a pattern">
      <form onSubmit={handleSubmit} onKeyDown={handleKeyDown} noValidate>
        <Stack>
          <TextAreaField
            ref={field}
            label="What should the pattern find?"
            description="For example, “product page URLs”. An AI model reads your description, so don't enter secrets."
            required
            rows={2}
            value={description}
            onChange={(text) => {
              setDescription(text);
              setIsMissing(false);
            }}
            error={isMissing ? "Describe what the pattern should find." : undefined}
          />
          <Group gap="xs">
            <Button variant="filled" type="submit" aria-disabled={isPending || undefined}>
              {isPending ? "Generating…" : "Generate pattern"}
            </Button>
            {isPending && <Button onClick={stopWaiting}>Stop waiting</Button>}
          </Group>
          {isPending ? (
            <SkeletonLines count={2} />
          ) : error !== null ? (
            <GenerateError error={error} />
          ) : (
            data !== undefined && <GeneratedPattern response={data} />
          )}
        </Stack>
      </form>
    </Section>
  );
}

function GenerateError({ error }: { readonly error: Error }) {
  const problem = describeFailure(useApi().client, error);
  // For a rejected API key, a dialog asks for a new one, so nothing is shown here.
  if (problem === null) return null;
  const raw = error instanceof HttpError ? { status: error.status, ...error.body } : getRawResponse(error);
  return (
    <>
      <Notice tone="danger" title={problem.title}>
        {problem.detail}
      </Notice>
      {raw !== undefined && <RawJson value={raw} />}
    </>
  );
}

function GeneratedPattern({ response }: { readonly response: RecordingRegexResponse }) {
  const parsed = parseGeneratedRegex(response);
  const raw = getRaw(response);
  return (
    <>
      {parsed.kind === "pattern" ? (
        <Group gap="6px 10px" p="8px 12px" bd="1px solid var(--ui-border)" bdrs={8} bg="var(--ui-bg-sunken)">
          <p className={shared.caption}>Pattern</p>
          <Box component="code" className={shared.preWrap} flex="1 1 240px" miw={0} ff="monospace" fz="sm">
            {parsed.pattern}
          </Box>
          <CopyButton value={parsed.pattern} label="Copy pattern" />
        </Group>
      ) : (
        <Notice tone="warning" title={GENERATION_LABELS[parsed.kind]}>
          {parsed.kind === "nothing"
            ? raw === undefined
              ? "The response is empty. Try again."
              : "The response has an unknown format. The server may be newer than Environs."
            : parsed.message === null
              ? "The server gave no reason. Try a different description."
              : `Server response: “${parsed.message}”`}
        </Notice>
      )}
      {raw !== undefined && <RawJson value={raw} />}
    </>
  );
}
