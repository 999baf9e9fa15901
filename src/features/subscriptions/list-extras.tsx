import { lazy } from "react";

const load = () => import("./subscription-list-extras");

/** What few need at once: loaded behind the rows. */
export const Arrange = lazy(() => load().then((module) => ({ default: module.Arrange })));
/** See `Arrange`. */
export const Download = lazy(() => load().then((module) => ({ default: module.Download })));
