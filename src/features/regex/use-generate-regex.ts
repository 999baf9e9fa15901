import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "@/data/client/api-context";
import { requestRecordingRegex } from "@/data/sessions/recording-regex";

/** Generates one pattern at a time. Unmounting aborts the request. */
export function useGenerateRegex(
  onAnswer: (answer: Awaited<ReturnType<typeof requestRecordingRegex>>) => void,
) {
  const api = useApi();
  const requestController = useRef<AbortController>(null);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (description: string) => {
      const controller = new AbortController();
      requestController.current = controller;
      return requestRecordingRegex(api, description, controller.signal);
    },
    onSuccess: onAnswer,
  });
  useEffect(() => () => requestController.current?.abort(), []);

  return {
    answer: data,
    error,
    isGenerating: isPending,
    ask: mutate,
    /** Aborts the request. */
    stop() {
      requestController.current?.abort();
      reset();
    },
  };
}
