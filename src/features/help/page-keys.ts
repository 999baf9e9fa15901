import { createContext } from "react";

/** Keys that open pages. The app provides them, because it knows all pages. */
export const PageKeysContext = createContext<readonly { readonly keys?: string; readonly label: string }[]>(
  [],
);
