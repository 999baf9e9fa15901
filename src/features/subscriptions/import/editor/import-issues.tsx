import { Box, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { LocatedIssue } from "@/features/subscriptions/import/model/import-diff";
import { linesAround } from "@/lib/file/line-index";
import { pluralize } from "@/lib/text/numbers";
import { Section } from "@/ui/primitives/section";
import { SourceLines } from "@/ui/primitives/source-lines";
import { ErrorIcon, WarningIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { VirtualListWindow } from "@/ui/virtual-list/virtual-list";

interface ImportFileIssuesProps {
  readonly text: string;
  readonly issues: readonly LocatedIssue[];
  /** Selects the pasted text from the offset to the end of the line. Undefined for a file. */
  readonly onEditText?: ((offset: number) => void) | undefined;
}

export function ImportIssues({ text, issues, onEditText }: ImportFileIssuesProps) {
  if (issues.length === 0) return null;
  const errorCount = issues.filter(({ tone }) => tone === "error").length;
  const warningCount = issues.length - errorCount;
  const titleParts = [
    errorCount > 0 ? pluralize(errorCount, "error", "errors") : null,
    warningCount > 0 ? pluralize(warningCount, "warning", "warnings") : null,
  ];
  return (
    <Section title={titleParts.filter((part) => part !== null).join(", ")}>
      {errorCount > 0 && (
        <Text mb="xs" c="dimmed" fz="sm">
          Subscriptions with errors aren't imported.{" "}
          {onEditText
            ? "Correct the text and review the changes again."
            : "Correct the file and choose it again."}
        </Text>
      )}
      <VirtualListWindow
        label="Errors and warnings"
        items={issues}
        getItemKey={(issue) => `${issue.offset} ${issue.message}`}
        estimatedItemHeight={ROW_HEIGHT}
      >
        {(issue) => <IssueRow text={text} issue={issue} onEditText={onEditText} />}
      </VirtualListWindow>
    </Section>
  );
}

const ROW_HEIGHT = 36;

interface IssueRowProps {
  readonly text: string;
  readonly issue: LocatedIssue;
  readonly onEditText: ((offset: number) => void) | undefined;
}

function IssueRow({ text, issue, onEditText }: IssueRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { tone, line, column, offset, message } = issue;
  return (
    <Text component="div" py={2} fz="sm">
      <Group gap="4px 8px" wrap="nowrap" align="flex-start">
        <Box component="span" pt={7} c={tone === "error" ? "var(--ui-danger)" : "var(--ui-warning)"}>
          {tone === "error" ? <ErrorIcon size={14} /> : <WarningIcon size={14} />}
        </Box>
        <Box component="p" className={shared.anywhere} flex={1} miw={0} pt={4}>
          <Box component="span" className={shared.count} me={4}>
            {`Line ${line}, column ${column}`}
          </Box>{" "}
          {message}
        </Box>
        <Button
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? "Hide" : "Show"} line ${line}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide" : "Show"}
        </Button>
        {onEditText && (
          <Button variant="subtle" aria-label={`Edit line ${line}`} onClick={() => onEditText(offset)}>
            Edit
          </Button>
        )}
      </Group>
      {isOpen && (
        <SourceLines label={`Around line ${line}`} lines={linesAround(text, offset, line, EXCERPT_LENGTH)} />
      )}
    </Text>
  );
}

const EXCERPT_LENGTH = 3;
