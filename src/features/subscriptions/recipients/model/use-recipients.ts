import { createGroupsHook } from "@/features/subscriptions/groups/subscription-groups-hook";
import { createRecipientIndex } from "./recipient-index";

export const useRecipients = createGroupsHook(createRecipientIndex);
