import { Component, type ReactNode } from "react";
import { forgetFailedPages } from "@/ui/hooks/lazy-page";

interface Props {
  readonly children: ReactNode;
  /** Called when what should have opened cannot; the page below stays as it is. */
  readonly onFail: () => void;
}

/** Keeps a dialog whose code does not arrive from taking the page with it. */
export class OverlayBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    forgetFailedPages();
    this.props.onFail();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
