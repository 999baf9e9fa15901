import { createGroupFilters } from "@/features/subscriptions/groups/group-filters";

export const { parse: parseRecipientFilters, format: formatRecipientFilters } =
  createGroupFilters("recipient");
