/** Shown when the list changed during every attempt to read it and may lack subscriptions. */
export const OUTDATED_LIST_MESSAGE = "The list of subscriptions may be out of date.";
