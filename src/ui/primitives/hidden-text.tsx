import type { ReactNode } from "react";

export function HiddenText({ children }: { readonly children: ReactNode }) {
  return <span className="ui-hidden">{children}</span>;
}
