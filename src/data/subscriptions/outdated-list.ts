/** Shown when the list changed during each read, so that it may lack subscriptions. */
export const OUTDATED_LIST_MESSAGE = "The list of subscriptions may be out of date.";
