import { setupWorker } from "msw/browser";
import { demo } from "./page";

/** Answers the demo's requests in a service worker during development, so that they appear among the network requests. */
export const worker = setupWorker(...demo.handlers);
