import { Box } from "@mantine/core";
import { escapeInvisible } from "@/lib/text/invisible-characters";
import { Disclosure } from "@/ui/primitives/disclosure";
import { CopyButton } from "./copy-button";
import classes from "./raw-json.module.css";

interface RawJsonProps {
  readonly value: unknown;
  readonly label?: string;
}

/** Shows collapsible JSON, which is rendered as text, never as markup. */
export function RawJson({ value, label = "Show raw response" }: RawJsonProps) {
  return <Disclosure summary={label}>{() => <RawText text={stringifyValue(value)} />}</Disclosure>;
}

function RawText({ text }: { readonly text: string }) {
  return (
    <Box pos="relative" mt={6}>
      <Box pos="absolute" top={6} right={6} bg="var(--ui-bg-sunken)" data-no-print>
        <CopyButton value={text} label="Copy as JSON" />
      </Box>
      <pre className={classes.text} translate="no" tabIndex={0} role="region" aria-label="Raw response">
        {text}
      </pre>
    </Box>
  );
}

function stringifyValue(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return escapeInvisible(JSON.stringify(value, null, 2) ?? String(value));
  } catch {
    return String(value);
  }
}
