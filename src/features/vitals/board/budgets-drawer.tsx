import { useState } from "react";
import type { KeptBudgets } from "@/data/browser-storage/vital-budgets";
import { budgetText, readBudget } from "@/features/vitals/model/vital-budgets";
import { boundsWords } from "@/features/vitals/parts/vital-figure";
import type { Problem } from "@/lib/text/problem";
import { VITAL_THRESHOLDS } from "@/lib/web-vitals/vital-thresholds";
import { TextField } from "@/ui/form/fields";
import { FormDrawer } from "@/ui/form/form-drawer";

interface BudgetsDrawerProps extends KeptBudgets {
  readonly onClose: () => void;
}

/** Asks for a person's own bounds, one for each metric; figures beyond them are then marked. */
export function BudgetsDrawer({ budgets, choose, onClose }: BudgetsDrawerProps) {
  const [usual] = useState(() => textsOf(budgets));
  const [texts, setTexts] = useState(usual);
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = VITAL_THRESHOLDS.map(({ metric }) => {
    const reading = readBudget(metric, texts.get(metric) ?? "");
    return { metric, reading };
  });

  function keep() {
    setIsChecked(true);
    if (read.some(({ reading }) => !reading.ok)) return;
    // What was not touched stays as it is, also where another tab has changed it meanwhile.
    const next = new Map(budgets);
    for (const { metric, reading } of read) {
      if (texts.get(metric) === usual.get(metric)) continue;
      if (reading.ok && reading.budget !== null) next.set(metric, reading.budget);
      else next.delete(metric);
    }
    const failure = choose(next);
    if (failure === null) onClose();
    else setProblem({ title: "The budgets are not kept", detail: failure, canRetry: true });
  }

  return (
    <FormDrawer
      title="Budgets"
      submitLabel="Keep"
      loading={false}
      submitError={problem}
      dirty={[...texts].some(([metric, text]) => text !== usual.get(metric))}
      onSubmit={keep}
      onClose={onClose}
    >
      <p>
        Your own bounds. A figure beyond its budget is marked “Over budget”, whatever its rating. Kept in this
        browser, for this project; without any, nothing is marked.
      </p>
      {read.map(({ metric, reading }) => (
        <TextField
          key={metric}
          label={`${metric}, at most`}
          value={texts.get(metric) ?? ""}
          onChange={(text) => setTexts(new Map(texts).set(metric, text))}
          description={`Published: ${boundsWords(metric).replace(/^G/, "g")}.`}
          error={isChecked && !reading.ok ? reading.message : undefined}
          placeholder="No budget"
        />
      ))}
    </FormDrawer>
  );
}

function textsOf(budgets: KeptBudgets["budgets"]): ReadonlyMap<string, string> {
  return new Map(
    VITAL_THRESHOLDS.map(({ metric }) => {
      const budget = budgets.get(metric);
      return [metric, budget === undefined ? "" : budgetText(metric, budget)];
    }),
  );
}
