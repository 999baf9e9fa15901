import { Component, type ReactNode } from "react";
import { resetFailedPages } from "@/ui/hooks/lazy-page";

interface OverlayBoundaryProps {
  readonly children: ReactNode;
  /** Called when what should have opened cannot; the page below stays as it is. */
  readonly onError: () => void;
}

/** Keeps a dialog whose code does not arrive from taking the page with it. */
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
