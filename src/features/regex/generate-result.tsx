import { Box, Button, Group, Stack } from "@mantine/core";
import { getRaw } from "@/contract/parsers";
import { useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import type { RecordingRegexResponse } from "@/data/sessions/recording-regex";
import { getRawResponse } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import { CopyButton } from "@/ui/feedback/copy-button";
import { RawJson } from "@/ui/feedback/raw-json";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import shared from "@/ui/theme/shared.module.css";
import { parseGeneratedRegex } from "./parse-generated-regex";
import classes from "./regex.module.css";
import { GENERATION_LABELS, missingPatternReason } from "./regex-messages";

interface GenerateResultProps {
  readonly response: RecordingRegexResponse | undefined;
  readonly error: Error | null;
  readonly isGenerating: boolean;
  readonly onTestPattern: (pattern: string) => void;
}

export function GenerateResult({ response, error, isGenerating, onTestPattern }: GenerateResultProps) {
  return (
    <Stack gap={10} mt="md" className={classes.outcome} aria-busy={isGenerating || undefined}>
      {isGenerating ? (
        <SkeletonLines count={2} />
      ) : error !== null ? (
        <GenerateError error={error} />
      ) : (
        response !== undefined && <GeneratedPattern response={response} onTestPattern={onTestPattern} />
      )}
    </Stack>
  );
}

function GenerateError({ error }: { readonly error: Error }) {
  const problem = describeFailure(useApi().client, error);
  // For a rejected API key, a dialog asks for a new one, so nothing is shown here.
  if (problem === null) return null;
  const { title, detail } = problem;
  const raw = error instanceof HttpError ? { status: error.status, ...error.body } : getRawResponse(error);
  return (
    <>
      <Notice tone="danger" title={title}>
        {detail}
      </Notice>
      {raw !== undefined && <RawJson value={raw} />}
    </>
  );
}

type GeneratedPatternProps = Pick<GenerateResultProps, "onTestPattern"> & {
  readonly response: RecordingRegexResponse;
};

function GeneratedPattern({ response, onTestPattern }: GeneratedPatternProps) {
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
          <Button variant="default" onClick={() => onTestPattern(parsed.pattern)}>
            Test pattern
          </Button>
        </Group>
      ) : (
        <Notice tone="warning" title={GENERATION_LABELS[parsed.kind]}>
          {missingPatternReason(parsed, raw === undefined)}
        </Notice>
      )}
      {raw !== undefined && <RawJson value={raw} />}
    </>
  );
}
