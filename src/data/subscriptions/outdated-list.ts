/** Shown where the list may lack subscriptions, because it changed during each attempt to read it. */
export const OUTDATED_LIST_MESSAGE = "The list of subscriptions may be out of date.";
