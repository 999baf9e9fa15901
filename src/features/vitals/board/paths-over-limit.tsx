import { nameOfPath } from "@/features/vitals/model/board-rows";
import { MOST_PATHS } from "@/features/vitals/model/board-search-params";
import { listWords, plural } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";

const MOST_NAMED = 5;

/** Says which paths of a link are not on the board. */
export function PathsBeyond({ paths }: { readonly paths: readonly string[] }) {
  const named = paths.slice(0, MOST_NAMED).map(nameOfPath);
  const more = paths.length - named.length;
  const words = listWords(more > 0 ? [...named, `${more} more`] : named);
  return (
    <Notice tone="warning" title={`This link names ${plural(MOST_PATHS + paths.length, "path", "paths")}`}>
      {`A board has ${MOST_PATHS} at most. Not shown: ${words}.`}
    </Notice>
  );
}
