import { Component, type ReactNode } from "react";
import { resetFailedPages } from "@/ui/hooks/lazy-page";

interface OverlayBoundaryProps {
  readonly children: ReactNode;
  /** Called when the overlay can't open. The page isn't affected. */
  readonly onError: () => void;
}

/** Catches errors in overlays, such as a failed download of their code. */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    resetFailedPages();
    this.props.onError();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
