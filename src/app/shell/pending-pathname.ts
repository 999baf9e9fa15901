import { createContext } from "react";

/**
 * Path to which the user navigates. Changes in the frame of the click. The location changes later, when the new page
 * is rendered.
 */
export const PendingPathname = createContext("");
