import { useState } from "react";
import { useApi } from "@/data/backend/backend";
import { useVitalBudgets, type VitalBudgets } from "@/data/browser-storage/project-settings";
import { formatBudget, parseBudget } from "@/features/vitals/model/vital-budgets";
import { thresholdBoundsLabel } from "@/features/vitals/parts/vital-figure";
import type { Problem } from "@/lib/text/problem";
import { VITAL_THRESHOLDS } from "@/lib/web-vitals/vital-thresholds";
import { TextField } from "@/ui/form/fields";
import { FormDrawer } from "@/ui/form/form-drawer";

export function BudgetsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { budgets, setBudgets } = useVitalBudgets(useApi());
  const [initialTexts] = useState(() => toTexts(budgets));
  const [texts, setTexts] = useState(initialTexts);
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const parseTexts = VITAL_THRESHOLDS.map(({ metric }) => {
    const reading = parseBudget(metric, texts.get(metric) ?? "");
    return { metric, reading };
  });

  function saveBudgets() {
    setIsChecked(true);
    if (parseTexts.some(({ reading }) => !reading.ok)) return;
    // Budgets that weren't edited aren't overwritten, because another tab may have changed them.
    const next = new Map(budgets);
    for (const { metric, reading } of parseTexts) {
      if (texts.get(metric) === initialTexts.get(metric)) continue;
      if (reading.ok && reading.budget !== null) next.set(metric, reading.budget);
      else next.delete(metric);
    }
    const failure = setBudgets(next);
    if (failure === null) onClose();
    else setProblem({ title: "Couldn't save the budgets", detail: failure, canRetry: true });
  }

  return (
    <FormDrawer
      title="Budgets"
      submitLabel="Save"
      loading={false}
      submitError={problem}
      isDirty={[...texts].some(([metric, text]) => text !== initialTexts.get(metric))}
      onSubmit={saveBudgets}
      onClose={onClose}
    >
      <p>
        Values above their budget are marked “Over budget”. Budgets are stored in this browser for this
        project.
      </p>
      {parseTexts.map(({ metric, reading }) => (
        <TextField
          key={metric}
          label={`Maximum ${metric}`}
          value={texts.get(metric) ?? ""}
          onChange={(text) => setTexts(new Map(texts).set(metric, text))}
          description={`${thresholdBoundsLabel(metric)}.`}
          error={isChecked && !reading.ok ? reading.message : undefined}
          placeholder="No budget"
        />
      ))}
    </FormDrawer>
  );
}

function toTexts(budgets: VitalBudgets): ReadonlyMap<string, string> {
  return new Map(
    VITAL_THRESHOLDS.map(({ metric }) => {
      const budget = budgets.get(metric);
      return [metric, budget === undefined ? "" : formatBudget(metric, budget)];
    }),
  );
}
