import { createGroupsHook } from "@/features/subscriptions/groups/use-subscription-groups";
import { createRecipientIndex } from "./recipient-index";

export const useRecipients = createGroupsHook(createRecipientIndex);
