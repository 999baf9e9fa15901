import { Notice } from "@/ui/feedback/states";
import { describePathsOverLimit } from "./board-messages";

export function PathsOverLimit({ paths }: { readonly paths: readonly string[] }) {
  const { title, detail } = describePathsOverLimit(paths);
  return (
    <Notice tone="warning" title={title}>
      {detail}
    </Notice>
  );
}
