import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "@/data/client/api-context";
import { requestRecordingRegex } from "@/data/sessions/recording-regex";

/** Generates a pattern from a description. `stop` and unmounting abort the request. */
export function useGenerateRegex(
  onResponse: (response: Awaited<ReturnType<typeof requestRecordingRegex>>) => void,
) {
  const api = useApi();
  const requestController = useRef<AbortController>(null);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (description: string) => {
      const controller = new AbortController();
      requestController.current = controller;
      return requestRecordingRegex(api, description, controller.signal);
    },
    onSuccess: onResponse,
  });
  useEffect(() => () => requestController.current?.abort(), []);

  return {
    response: data,
    error,
    isGenerating: isPending,
    generate: mutate,
    stop() {
      requestController.current?.abort();
      reset();
    },
  };
}
