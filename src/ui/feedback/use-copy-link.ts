import { useToasts } from "./toasts";

/** Copies the full address of a page of the app and says so, with the name of what it leads to where that helps. */
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
      // Not allowed, or no secure origin: it can still be read.
      toasts.show({ tone: "danger", title: "Couldn't copy the link", detail: href });
    }
  };
}
