import { useToasts } from "./toasts";

export function useChunkLoadErrorToast(): () => void {
  const toasts = useToasts();
  return () =>
    toasts.show({
      title: "Couldn't load part of the app",
      detail: "Check your connection and try again.",
      tone: "danger",
    });
}
