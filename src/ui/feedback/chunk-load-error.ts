import { useToasts } from "./toasts";

export function useChunkLoadErrorToast(): () => void {
  const toasts = useToasts();
  return () =>
    toasts.show({
      title: "Couldn't open this",
      detail: "Check your connection and try again.",
      tone: "danger",
    });
}
