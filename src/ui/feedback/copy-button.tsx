import { useClipboard } from "@mantine/hooks";
import { useEffect } from "react";
import { IconButton } from "@/ui/primitives/link-button";
import { CheckIcon, CopyIcon } from "@/ui/theme/icons";
import { useAnnounce } from "./announcer";
import { toasts } from "./toasts";

interface CopyButtonProps {
  readonly value: string;
  readonly label: string;
}

/** Shows the outcome until the pointer or focus leaves the button. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const { copy, copied, error, reset } = useClipboard({ timeout: 60_000 });
  const announce = useAnnounce();
  useEffect(() => {
    if (copied) announce("Copied");
    // The clipboard is unavailable without permission or on insecure origins.
    if (error) announce("Copying isn't allowed here. Select the text instead.");
  }, [copied, error, announce]);
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
      toasts.show({
        tone: "positive",
        title: "Link copied",
        ...(name !== undefined && { detail: name }),
      });
    } catch {
      // The clipboard is unavailable without permission or on insecure origins. The toast shows the URL instead.
      toasts.show({ tone: "danger", title: "Couldn't copy the link", detail: href });
    }
  };
}
