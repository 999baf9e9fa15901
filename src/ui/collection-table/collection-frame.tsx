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
  /** The query that the rows answer; undefined while they are those of an earlier one. */
  readonly renderedQuery?: string | undefined;
  readonly state: CollectionProgress & { readonly broken: readonly InvalidRecord[] };
  /** Of a search for the counted records themselves; `error` says why its code could not be fetched. */
  readonly found?: SearchSummary & { readonly error: unknown };
  readonly loadError: DisplayError | null;
  /** The address of the same page in another project. */
  readonly linkTo: (projectId: number) => string;
  /** There is nothing to find and to steer. */
  readonly isEmpty: boolean;
  /** Above the line on the collection: its search. */
  readonly tools?: ReactNode;
  /** Right below that line. */
  readonly belowBar?: ReactNode;
  readonly children: ReactNode;
}

/** A page of a collection: why it cannot be shown, or what is the matter with it, what finds and steers it, and its rows. */
export function CollectionFrame(props: CollectionFrameProps) {
  const { box, renderedQuery, loadError, linkTo, isEmpty, tools, belowBar, children, ...barProps } = props;
  const { state, controls, found, singular, plural: pluralNoun } = barProps;
  if (loadError && state.records.length === 0) {
    return <ProjectError error={loadError} onRetry={controls.resume} linkTo={linkTo} />;
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
          {belowBar}
        </>
      )}
      {children}
    </div>
  );
}

/** Nothing is loaded, and it is not known yet whether there is anything. */
export function isFirstLoad({ phase, records }: CollectionProgress): boolean {
  return records.length === 0 && (phase === "idle" || phase === "first");
}
