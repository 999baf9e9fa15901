import { Button } from "@mantine/core";
import { useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import type { LoadedList } from "@/data/collection/loaded-list";
import { placeOf } from "@/features/subscriptions/edit-file/model/edit-file-format";
import { foreignWords } from "@/features/subscriptions/edit-file/model/parse-edit-file";
import { PASTED, usePlanText } from "@/features/subscriptions/edit-file/model/use-edit-file-text";
import { Notice } from "@/ui/feedback/states";
import classes from "./edit-file.module.css";
import { PlanDetails } from "./edit-file-details";
import { PlanRefused } from "./edit-file-rejected";
import { NO_DRAFT, type PlanDraft, PlanIntake } from "./edit-file-upload";

/** From the file to the plan: what is given, what cannot be made of it, and what can. */
export function PlanDesk({ lists }: { readonly lists: readonly LoadedList<Subscription>[] }) {
  const here = placeOf(useApi());
  const { state, readFile, readText, clear } = usePlanText();
  const [draft, setDraft] = useState<PlanDraft>(NO_DRAFT);
  const [asNew, setAsNew] = useState<object | null>(null);

  const correct = (offset: number) => {
    clear();
    setDraft((before) => ({ ...before, isOpen: true, goTo: { offset } }));
  };
  const isPasted = state.phase !== "none" && state.name === PASTED;
  const onCorrect = isPasted ? correct : undefined;

  if (state.phase !== "read") {
    return (
      <div className={classes.stack}>
        {state.phase === "refused" && (
          <PlanRefused name={state.name} refusal={state.refusal} text={state.text} onCorrect={onCorrect} />
        )}
        <PlanIntake
          isBusy={state.phase === "reading"}
          onFile={readFile}
          onText={readText}
          draft={draft}
          onDraft={setDraft}
        />
        <output className={classes.summary}>
          {state.phase === "reading" ? `Reading ${state.name}…` : ""}
        </output>
      </div>
    );
  }
  const { plan, name } = state;
  const foreign = foreignWords(plan.header, here);
  if (foreign !== null && asNew !== plan) {
    return (
      <div className={classes.stack}>
        <Notice
          tone="danger"
          title="This file is not from here"
          action={
            <Button variant="default" onClick={() => setAsNew(plan)}>
              Use it here as new deliveries
            </Button>
          }
        >
          {foreign} Nothing here is changed by it. Its deliveries can be made anew in this project, without
          their numbers.
        </Notice>
        <PlanIntake isBusy={false} onFile={readFile} onText={readText} draft={draft} onDraft={setDraft} />
      </div>
    );
  }
  return (
    <PlanDetails
      // Another file starts with nothing chosen.
      key={name}
      name={name}
      plan={plan}
      asNew={asNew === plan}
      lists={lists}
      onClose={clear}
      onCorrect={onCorrect}
    />
  );
}
