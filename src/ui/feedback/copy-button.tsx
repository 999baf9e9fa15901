import { Box } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { escapeInvisible } from "@/lib/text/normalize-text";
import { IconButton } from "@/ui/primitives/link-button";
import { Disclosure } from "@/ui/primitives/section";
import { CheckIcon, CopyIcon } from "@/ui/theme/icons";
import classes from "./raw-json.module.css";
import { toasts, useAnnouncement } from "./toasts";

/** Shows the outcome until the pointer or focus leaves the button. */
export function CopyButton(props: { readonly value: string; readonly label: string }) {
  const { value, label } = props;
  const { copy, copied, error, reset } = useClipboard({ timeout: 60_000 });
  // The clipboard is unavailable without permission or on insecure origins.
  useAnnouncement(copied ? "Copied" : error && "Copying isn't allowed here. Select the text instead.");
  return (
    <span onPointerLeave={reset} onBlur={reset}>
      <IconButton
        label={copied ? "Copied" : error ? "Couldn't copy" : label}
        icon={copied ? <CheckIcon /> : <CopyIcon />}
        onClick={() => copy(value)}
      />
    </span>
  );
}

/** Returns a function that copies a page's full URL and shows a toast. */
export function useCopyLink(): (to: string, name?: string) => Promise<void> {
  return async (to, name) => {
    const { href } = new URL(to, window.location.href);
    try {
      await navigator.clipboard.writeText(href);
      toasts.show({ tone: "positive", title: "Link copied", detail: name });
    } catch {
      // The clipboard is unavailable without permission or on insecure origins. The toast shows the URL instead.
      toasts.show({ tone: "danger", title: "Couldn't copy the link", detail: href });
    }
  };
}

/** Shows collapsible JSON, which is rendered as text, never as markup. */
export function RawJson(props: { readonly value: unknown; readonly label?: string }) {
  const { value, label = "Show raw response" } = props;
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
