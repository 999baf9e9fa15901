import { Button } from "@mantine/core";
import { useToasts } from "@/ui/feedback/toasts";
import { useConfirm } from "@/ui/overlay/confirm";
import { Section } from "@/ui/primitives/section";
import classes from "./kit.module.css";
import { unreachable } from "./kit-errors";

/** The dialog that asks, and the messages that tell. */
export function KitQuestions() {
  return (
    <Section title="Questions and messages">
      <div className={classes.row}>
        <Questions />
        <Messages />
      </div>
    </Section>
  );
}

function useUndo() {
  const toasts = useToasts();
  return { label: "Undo", onSelect: () => void toasts.show({ title: "Restored" }) };
}

function Questions() {
  const confirm = useConfirm();
  const toasts = useToasts();
  const undo = useUndo();

  async function ask(fails: boolean) {
    const isDone = await confirm({
      title: "Delete 3 subscriptions?",
      body: "They stop at once. The bin keeps them, and they can be restored.",
      confirmLabel: "Delete",
      tone: "danger",
      run: () => new Promise((resolve, reject) => setTimeout(fails ? reject : resolve, 600)),
      describeError: () => unreachable,
    });
    if (isDone) toasts.show({ title: "3 subscriptions deleted", tone: "positive", action: undo });
  }

  function askGently() {
    return confirm({
      title: "Leave the tour?",
      body: "It can be taken again at any time.",
      confirmLabel: "Leave",
      cancelLabel: "Stay",
    });
  }

  return (
    <>
      <Button variant="default" onClick={() => void ask(false)}>
        Ask
      </Button>
      <Button variant="default" onClick={() => void ask(true)}>
        Ask and fail
      </Button>
      <Button variant="default" onClick={() => void askGently()}>
        Ask without danger
      </Button>
    </>
  );
}

function Messages() {
  const toasts = useToasts();
  const undo = useUndo();
  const { title, detail } = unreachable;
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
