import { createContext } from "react";

/**
 * Path that the user navigates to. The path changes in the frame of the click, while the location changes when the
 * new page is rendered.
 */
export const PendingPathname = createContext("");
