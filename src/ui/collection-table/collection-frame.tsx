import type { ReactNode, RefObject } from "react";
import { type DisplayError, ProjectError } from "@/ui/feedback/project-error";
import {
  CollectionBar,
  type CollectionBarProps,
  type CollectionProgress,
  type SearchSummary,
} from "./collection-bar";
import {
  type InvalidRecord,
  InvalidRecordsNotice,
  RefreshErrorNotice,
  SearchUnavailableNotice,
} from "./collection-notices";

interface CollectionFrameProps extends Omit<CollectionBarProps, "problem"> {
  readonly box?: RefObject<HTMLDivElement | null>;
  /** The query, or undefined while the rendered rows still belong to an earlier query. */
  readonly renderedQuery?: string | undefined;
  readonly state: CollectionProgress & { readonly broken: readonly InvalidRecord[] };
  /** Search summary. `error` is set when the search code failed to load. */
  readonly found?: SearchSummary & { readonly error: unknown };
  readonly loadError: DisplayError | null;
  readonly linkTo: (projectId: number) => string;
  /** Whether the collection is empty. Hides the search tools and the status bar. */
  readonly isEmpty: boolean;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** Shows the errors, notices, search, status bar, and rows of a collection page. */
export function CollectionFrame(props: CollectionFrameProps) {
  const { box, renderedQuery, loadError, linkTo, isEmpty, tools, children, ...barProps } = props;
  const { state, controls, found, singular, plural: pluralNoun } = barProps;
  if (loadError && state.records.length === 0) {
    return (
      <>
        {loadError.otherProjects === null && barProps.views}
        <ProjectError error={loadError} onRetry={controls.resume} linkTo={linkTo} />
      </>
    );
  }
  return (
    <div ref={box} data-found-for={renderedQuery}>
      {loadError && state.phase !== "failed" && (
        <RefreshErrorNotice problem={loadError.problem} onRetry={controls.refresh} />
      )}
      {found && found.error !== null && <SearchUnavailableNotice />}
      <InvalidRecordsNotice broken={state.broken} singular={singular} plural={pluralNoun} />
      {!isEmpty && (
        <>
          {tools}
          <CollectionBar {...barProps} problem={loadError && loadError.problem} />
        </>
      )}
      {isEmpty && barProps.views}
      {children}
    </div>
  );
}

export function isFirstLoad({ phase, records }: CollectionProgress): boolean {
  return records.length === 0 && (phase === "idle" || phase === "first");
}
