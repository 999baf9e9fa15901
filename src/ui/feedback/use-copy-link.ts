import { useToasts } from "./toasts";

/** Returns a function that copies a page's full URL and shows a toast. */
export function useCopyLink(): (to: string, name?: string) => Promise<void> {
  const toasts = useToasts();
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
