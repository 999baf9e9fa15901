import type { ReactNode, RefObject } from "react";
import { ProjectFailed, type ShownFailure } from "@/ui/feedback/project-error";
import {
  CollectionBar,
  type CollectionBarProps,
  type CollectionProgress,
  type FoundAmong,
} from "./collection-bar";
import { BrokenRecords, RefreshFailed, SearchLost, type UnreadRecord } from "./collection-notices";

interface CollectionFrameProps extends Omit<CollectionBarProps, "problem"> {
  readonly box?: RefObject<HTMLDivElement | null>;
  /** The query that the rows answer; undefined while they are those of an earlier one. */
  readonly foundFor?: string | undefined;
  readonly state: CollectionProgress & { readonly broken: readonly UnreadRecord[] };
  /** Of a search for the counted records themselves; `error` says why its code could not be fetched. */
  readonly found?: FoundAmong & { readonly error: unknown };
  readonly failure: ShownFailure | null;
  /** The address of the same page in another project. */
  readonly linkTo: (projectId: number) => string;
  /** There is nothing to find and to steer. */
  readonly isEmpty: boolean;
  /** Above the line on the collection: its search. */
  readonly tools?: ReactNode;
  /** Right below that line. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** A page of a collection: why it cannot be shown, or what is the matter with it, what finds and steers it, and its rows. */
export function CollectionFrame(props: CollectionFrameProps) {
  const { box, foundFor, failure, linkTo, isEmpty, tools, below, children, ...bar } = props;
  const { state, steering, found, one, other } = bar;
  if (failure && state.records.length === 0) {
    return <ProjectFailed failure={failure} onRetry={steering.resume} linkTo={linkTo} />;
  }
  return (
    <div ref={box} data-found-for={foundFor}>
      {failure && state.phase !== "failed" && (
        <RefreshFailed problem={failure.problem} onRetry={steering.refresh} />
      )}
      {found && found.error !== null && <SearchLost />}
      <BrokenRecords broken={state.broken} one={one} other={other} />
      {!isEmpty && (
        <>
          {tools}
          <CollectionBar {...bar} problem={failure && failure.problem} />
          {below}
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
