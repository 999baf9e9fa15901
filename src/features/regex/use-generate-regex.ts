import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "@/data/client/api-context";
import { requestRecordingRegex } from "@/data/sessions/recording-regex";

/** Asks for a pattern, one question at a time; leaving the page gives it up. */
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
    /** Waits no longer; what the server does meanwhile changes nothing. */
    stop() {
      requestController.current?.abort();
      reset();
    },
  };
}
