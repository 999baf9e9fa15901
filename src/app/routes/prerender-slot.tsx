import { Activity, Component, type ReactNode, use, useInsertionEffect, useState } from "react";
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  type NavigationType,
} from "react-router-dom";
import { NextPage, type PrerenderedPage } from "./prerendered-page";

/** Value of React Router's location context. */
export interface LocationValue {
  readonly location: Location;
  readonly navigationType: NavigationType;
}

interface PrerenderSlotProps {
  /** Returns the route path of the content at a location. Undefined for locations without content. */
  readonly findPath: (location: Location) => string | undefined;
  /** Renders the content at a location. */
  readonly children: (value: LocationValue) => ReactNode;
}

/**
 * Shows the content at the current location. Renders the content of the next page invisibly,
 * without running its effects.
 */
export function PrerenderSlot({ findPath, children }: PrerenderSlotProps) {
  const current = use(LocationContext);
  const next = use(NextPage);
  const [shown, setShown] = useState(() => ({ current, value: current, path: findPath(current.location) }));
  if (shown.current !== current) {
    // Prerendered content keeps its value, so that opening it doesn't render it again.
    const isNext = next?.location.key === current.location.key;
    setShown({ current, value: isNext ? next : current, path: findPath(current.location) });
  }
  const contents: { readonly path: string | undefined; readonly value: LocationValue }[] = [shown];
  const nextPath = next === null ? undefined : findPath(next.location);
  if (next !== null && nextPath !== shown.path) contents.push({ path: nextPath, value: next });
  return contents.map(
    ({ path, value }) =>
      path !== undefined && (
        <Activity key={path} mode={value === shown.value ? "visible" : "hidden"}>
          <PrerenderBoundary isVisible={value === shown.value}>{children(value)}</PrerenderBoundary>
          <RenderMark page={value} />
        </Activity>
      ),
  );
}

/** Marks content as rendered, even if it failed. Unlike other effects, insertion effects also run if hidden. */
function RenderMark({ page }: { readonly page: Partial<PrerenderedPage> }) {
  useInsertionEffect(() => page.markAsRendered?.(), [page]);
  return null;
}

interface PrerenderBoundaryProps {
  readonly isVisible: boolean;
  readonly children: ReactNode;
}

interface PrerenderBoundaryState {
  readonly error: unknown;
  readonly isVisible: boolean;
}

/** Ignores an error in hidden content, and renders the content again when it is shown. */
class PrerenderBoundary extends Component<PrerenderBoundaryProps, PrerenderBoundaryState> {
  override state: PrerenderBoundaryState = { error: null, isVisible: false };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps({ isVisible }: PrerenderBoundaryProps, previous: PrerenderBoundaryState) {
    return { isVisible, error: isVisible === previous.isVisible ? previous.error : null };
  }

  override render(): ReactNode {
    const { error, isVisible } = this.state;
    if (error === null) return this.props.children;
    if (isVisible) throw error;
    return null;
  }
}
