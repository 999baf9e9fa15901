import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "@/data/client/api-context";
import { askForPattern } from "@/data/sessions/recording-regex";

/** Asks for a pattern, one question at a time; leaving the page gives it up. */
export function useQuestion(onAnswer: (answer: Awaited<ReturnType<typeof askForPattern>>) => void) {
  const api = useApi();
  const asking = useRef<AbortController>(null);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (words: string) => {
      const controller = new AbortController();
      asking.current = controller;
      return askForPattern(api, words, controller.signal);
    },
    onSuccess: onAnswer,
  });
  useEffect(() => () => asking.current?.abort(), []);

  return {
    answer: data,
    error,
    isAsking: isPending,
    ask: mutate,
    /** Waits no longer; what the server does meanwhile changes nothing. */
    stop() {
      asking.current?.abort();
      reset();
    },
  };
}
