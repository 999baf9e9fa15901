import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { type ExportChange, followExports } from "@/data/exports/export-polling";
import { nameOf } from "@/features/exports/model/export-rules";
import { plural } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { useToasts } from "@/ui/feedback/toasts";

/**
 * Follows the pending exports of the project while the page is open, and says what became of them.
 * @returns what the browser's tab tells until somebody is back: "2 ready"; null when there is nothing
 */
export function useExportFollow(): string | null {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [news, setNews] = useState<readonly ExportChange[]>([]);

  const tell = useEffectEvent((changes: readonly ExportChange[]) => {
    setNews((before) => [...before, ...changes]);
    for (const kind of ["ready", "failed", "gone"] as const) {
      const alike = changes.filter((change) => change.kind === kind);
      const [first] = alike;
      if (first === undefined) continue;
      const { id } = first.record;
      toasts.show({
        tone: kind === "ready" ? "positive" : "danger",
        title: titleFor(kind, alike),
        ...(kind === "failed" && alike.length === 1 && { detail: first.record.exception ?? "" }),
        ...(kind === "gone" && { detail: "The server does not list it any more." }),
        ...(kind !== "gone" &&
          alike.length === 1 && {
            action: { label: "Open", onSelect: () => void navigate(paths.export(api.projectId, id)) },
          }),
      });
    }
  });
  useEffect(() => followExports(queries, api, (changes) => tell(changes)), [queries, api]);
  useForgetOnReturn(news.length > 0, () => setNews([]));

  return tabWords(news);
}

function titleFor(kind: ExportChange["kind"], changes: readonly ExportChange[]): string {
  const [first] = changes;
  const isOne = changes.length === 1 && first !== undefined;
  const subject = isOne ? `“${nameOf(first.record).text}”` : plural(changes.length, "export", "exports");
  if (kind === "ready") return `${subject} ${isOne ? "is" : "are"} ready`;
  return kind === "failed" ? `${subject} failed` : `${subject} ${isOne ? "is" : "are"} gone`;
}

/** "2 ready, 1 failed"; null for nothing. */
function tabWords(news: readonly ExportChange[]): string | null {
  const count = (kind: ExportChange["kind"]) => news.filter((change) => change.kind === kind).length;
  const parts = (["ready", "failed"] as const).flatMap((kind) =>
    count(kind) === 0 ? [] : [`${count(kind)} ${kind}`],
  );
  return parts.length === 0 ? null : parts.join(", ");
}

/** Calls `onReturn` at the first sign of somebody on the page. */
function useForgetOnReturn(isWaiting: boolean, onReturn: () => void): void {
  const forget = useEffectEvent(onReturn);
  useEffect(() => {
    if (!isWaiting) return;
    const signs = ["focus", "pointerdown", "keydown"] as const;
    const back = () => forget();
    for (const sign of signs) window.addEventListener(sign, back);
    return () => {
      for (const sign of signs) window.removeEventListener(sign, back);
    };
  }, [isWaiting]);
}
