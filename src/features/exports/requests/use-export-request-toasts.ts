import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { dismissMaking, type Making, useMakings } from "@/data/exports/export-requests";
import { hasFile, nameOf } from "@/features/exports/model/export-rules";
import { paths } from "@/lib/url/paths";
import { useToasts } from "@/ui/feedback/toasts";
import { isUnderWay, makingNames, WORTH_A_WORD } from "./export-request-messages";

/** Ms within which answers belong together. */
const TOGETHER = 250;

/**
 * Says what was asked for and is made now, and takes it off the list of what is on its way.
 * @param isFollowed whether the page says by itself what is ready at once
 */
export function useMadeToast(isFollowed: boolean): (made: readonly Making[]) => void {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();

  return (made) => {
    for (const { id } of made) dismissMaking(queries, id);
    const [first] = made;
    const record = first?.record;
    if (!record || made.length > 1) {
      toasts.show({
        tone: "positive",
        title: `Asked for ${makingNames(made)}`,
        detail: "They stand in the list, and tell when they are ready.",
      });
      return;
    }
    // One that is ready at once is told by those who follow it.
    const isReady = hasFile(record, new Date());
    if (isReady && isFollowed) return;
    toasts.show({
      tone: "positive",
      title: `Asked for “${nameOf(record).text}”`,
      detail: isReady ? "Its file is ready." : "The server makes the file; you are told when it is ready.",
      action: { label: "Open", onSelect: () => void navigate(paths.export(api.projectId, record.id)) },
    });
  };
}

/** Says once what was asked for from this browser and is made now. */
export function useMakingNews(): void {
  const api = useApi();
  const queries = useQueryClient();
  const makings = useMakings(queries, api);
  const tell = useEffectEvent(useMadeToast(true));

  useEffect(() => {
    const made = makings.filter(({ state }) => state === "made");
    if (made.length === 0) return;
    // Several that are made together are told together, unless one of them keeps the others waiting.
    const timer = setTimeout(() => tell(made), makings.some(isUnderWay) ? WORTH_A_WORD : TOGETHER);
    return () => clearTimeout(timer);
  }, [makings]);
}
