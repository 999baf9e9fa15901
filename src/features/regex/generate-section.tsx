import { Button, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useApi } from "@/data/client/api-context";
import { requestRecordingRegex } from "@/data/sessions/recording-regex";
import { useAnnounce } from "@/ui/feedback/announcer";
import { TextAreaField } from "@/ui/form/fields";
import { Section } from "@/ui/primitives/section";
import { GenerateResult } from "./generate-result";
import { parseGeneratedRegex } from "./parse-generated-regex";
import { GENERATION_LABELS } from "./regex-messages";

interface GenerateSectionProps {
  readonly onPattern: (pattern: string) => void;
  readonly onTestPattern: (pattern: string) => void;
}

export function GenerateSection({ onPattern, onTestPattern }: GenerateSectionProps) {
  const [description, setDescription] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const announce = useAnnounce();
  const generation = useGenerateRegex((response) => {
    const parsed = parseGeneratedRegex(response);
    announce(GENERATION_LABELS[parsed.kind]);
    if (parsed.kind === "pattern") onPattern(parsed.pattern);
  });

  function generate() {
    if (generation.isGenerating) return;
    const isEmpty = description.trim() === "";
    setIsMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else generation.generate(description.trim());
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    generate();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    generate();
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
            <Button type="submit" aria-disabled={generation.isGenerating || undefined}>
              {generation.isGenerating ? "Generating…" : "Generate pattern"}
            </Button>
            {generation.isGenerating && (
              <Button
                variant="default"
                onClick={() => {
                  generation.stop();
                  // The focused button is about to be removed, so focus moves to the field.
                  field.current?.focus();
                }}
              >
                Stop waiting
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      <GenerateResult {...generation} onTestPattern={onTestPattern} />
    </Section>
  );
}

/** Generates a pattern from a description. `stop` and unmounting abort the request. */
function useGenerateRegex(onResponse: (response: Awaited<ReturnType<typeof requestRecordingRegex>>) => void) {
  const api = useApi();
  const requestController = useRef<AbortController>(null);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (description: string) => {
      const controller = new AbortController();
      requestController.current = controller;
      return requestRecordingRegex(api, description, controller.signal);
    },
    onSuccess: onResponse,
  });
  useEffect(() => () => requestController.current?.abort(), []);

  return {
    response: data,
    error,
    isGenerating: isPending,
    generate: mutate,
    stop() {
      requestController.current?.abort();
      reset();
    },
  };
}
