import { useToasts } from "@/ui/feedback/toasts";
import { useConfirm } from "@/ui/overlay/confirm";
import { Button } from "@/ui/primitives/button";
import { Section } from "@/ui/primitives/section";
import classes from "./kit.module.css";
import { UNREACHABLE_PROBLEM } from "./kit-errors";

export function KitDialogs() {
  return (
    <Section title="Questions and messages">
      <div className={classes.row}>
        <ConfirmDialogs />
        <Toasts />
      </div>
    </Section>
  );
}

function useUndoAction() {
  const toasts = useToasts();
  return { label: "Undo", onSelect: () => void toasts.show({ title: "Restored" }) };
}

function ConfirmDialogs() {
  const confirm = useConfirm();
  const toasts = useToasts();
  const undo = useUndoAction();

  async function confirmDelete(fails: boolean) {
    const isDone = await confirm({
      title: "Delete 3 subscriptions?",
      body: "They stop sending. You can restore them from Trash.",
      confirmLabel: "Delete",
      tone: "danger",
      onConfirm: () => new Promise((resolve, reject) => setTimeout(fails ? reject : resolve, 600)),
      describeError: () => UNREACHABLE_PROBLEM,
    });
    if (isDone) toasts.show({ title: "3 subscriptions deleted", tone: "positive", action: undo });
  }

  function confirmLeave() {
    return confirm({
      title: "Leave the tour?",
      body: "You can take it again at any time.",
      confirmLabel: "Leave",
      cancelLabel: "Stay",
    });
  }

  return (
    <>
      <Button variant="default" onClick={() => void confirmDelete(false)}>
        Ask
      </Button>
      <Button variant="default" onClick={() => void confirmDelete(true)}>
        Ask and fail
      </Button>
      <Button variant="default" onClick={() => void confirmLeave()}>
        Ask without danger tone
      </Button>
    </>
  );
}

function Toasts() {
  const toasts = useToasts();
  const undo = useUndoAction();
  const { title, detail } = UNREACHABLE_PROBLEM;
  return (
    <>
      <Button
        variant="default"
        onClick={() =>
          toasts.show({ title: "Saved", detail: "Weekly revenue", tone: "positive", action: undo })
        }
      >
        Toast
      </Button>
      <Button variant="default" onClick={() => toasts.show({ title, detail, tone: "danger" })}>
        Danger toast
      </Button>
      <Button
        variant="default"
        onClick={() => toasts.show({ title: "It stays", durationMs: Number.POSITIVE_INFINITY })}
      >
        Toast that stays
      </Button>
    </>
  );
}
