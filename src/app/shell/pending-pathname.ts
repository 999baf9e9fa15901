import { createContext } from "react";

/** Path that the user navigates to. It changes in the frame of the click, while the location waits for the new page. */
export const PendingPathname = createContext("");
