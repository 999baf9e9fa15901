import { useToasts } from "./toasts";

/** Returns a function that shows a toast for code that failed to load. */
export function useChunkLoadErrorToast(): () => void {
  const toasts = useToasts();
  return () =>
    toasts.show({
      title: "Couldn't open this",
      detail: "Check your connection and try again.",
      tone: "danger",
    });
}
