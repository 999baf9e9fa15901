import { useToasts } from "./toasts";

/** Returns a function that copies the full URL of a page and shows a toast. */
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
      // Clipboard access is denied or the origin isn't secure. The toast shows the URL.
      toasts.show({ tone: "danger", title: "Couldn't copy the link", detail: href });
    }
  };
}
