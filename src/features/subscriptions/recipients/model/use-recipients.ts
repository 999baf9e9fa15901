import { createGroups } from "@/features/subscriptions/groups/subscription-groups-hook";
import { createRecipientIndex } from "./recipient-index";

export const { useGroups: useRecipients, readGroups: readRecipients } = createGroups(createRecipientIndex);
