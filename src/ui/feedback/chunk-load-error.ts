import { useToasts } from "./toasts";

/** Says that the code of what should have opened did not arrive. */
export function useChunkLoadErrorToast(): () => void {
  const toasts = useToasts();
  return () =>
    toasts.show({
      title: "That could not be opened",
      detail: "Its code did not arrive. Check the connection and try again.",
      tone: "danger",
    });
}
