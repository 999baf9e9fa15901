import { pathLabel } from "@/features/vitals/model/board-rows";
import { MAX_PATHS } from "@/features/vitals/model/board-search-params";
import { formatList, pluralize } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";

const MAX_NAMED = 5;

/** Says which paths of a link are not on the board. */
export function PathsOverLimit({ paths }: { readonly paths: readonly string[] }) {
  const named = paths.slice(0, MAX_NAMED).map(pathLabel);
  const moreCount = paths.length - named.length;
  const names = formatList(moreCount > 0 ? [...named, `${moreCount} more`] : named);
  return (
    <Notice tone="warning" title={`This link names ${pluralize(MAX_PATHS + paths.length, "path", "paths")}`}>
      {`A board has ${MAX_PATHS} at most. Not shown: ${names}.`}
    </Notice>
  );
}
