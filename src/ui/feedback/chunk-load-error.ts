import { useToasts } from "./toasts";

/** Says that the code of what should have opened did not arrive. */
export function useChunkLoadErrorToast(): () => void {
  const toasts = useToasts();
  return () =>
    toasts.show({
      title: "Couldn't open this",
      detail: "Check your connection and try again.",
      tone: "danger",
    });
}
