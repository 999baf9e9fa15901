import { lazy, Suspense } from "react";
import { SkeletonLines } from "@/ui/states";
import type { Recipient } from "./recipient-book";
import type { RecipientTask } from "./recipient-task";

const RecipientDrawer = lazy(() =>
  import("./recipient-drawer").then((module) => ({ default: module.RecipientDrawer })),
);
const SideDrawer = lazy(() => import("@/ui/side-drawer").then((module) => ({ default: module.SideDrawer })));

interface OpenRecipientProps {
  readonly recipientKey: string;
  readonly recipients: readonly Recipient[];
  /** Nothing can be said yet. */
  readonly isLoading: boolean;
  /** Whether all deliveries are loaded. */
  readonly isWhole: boolean;
  readonly own: readonly string[];
  readonly now: Date;
  readonly onTask: (task: RecipientTask) => void;
  readonly onClose: () => void;
}

/** The recipient that the page's address names, or why there is none. */
export function OpenRecipient({ recipientKey, recipients, ...rest }: OpenRecipientProps) {
  const recipient = recipients.find(({ key }) => key === recipientKey);
  const { isLoading, isWhole, onClose } = rest;
  return (
    <Suspense fallback={null}>
      {recipient ? (
        <RecipientDrawer recipient={recipient} others={recipients} {...rest} />
      ) : (
        <SideDrawer title={recipientKey.slice(recipientKey.indexOf(":") + 1)} onClose={onClose}>
          {isLoading ? (
            <SkeletonLines n={6} />
          ) : (
            <p>
              {isWhole
                ? "No delivery goes there."
                : "None of the deliveries loaded so far goes there. It appears here once one does."}
            </p>
          )}
        </SideDrawer>
      )}
    </Suspense>
  );
}
