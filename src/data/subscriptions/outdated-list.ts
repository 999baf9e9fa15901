export const OUTDATED_LIST_MESSAGE = "The list of subscriptions may be out of date.";
