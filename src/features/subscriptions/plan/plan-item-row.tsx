import { WarningIcon } from "@/ui/icons";
import type { PlanItem } from "./plan-item";
import classes from "./plan-review.module.css";
import { type ChangeLine, changeLines, sendingWords } from "./plan-words";

interface PlanItemRowProps {
  readonly item: PlanItem;
  readonly isTicked: boolean;
  readonly onTick: (ticked: boolean) => void;
}

/** One delivery of the plan: what becomes of it, and whether it is applied. */
export function PlanItemRow({ item, isTicked, onTick }: PlanItemRowProps) {
  return (
    <div className={classes.item} data-blocked={item.isBlocked || undefined}>
      <label className={classes.name}>
        <input
          type="checkbox"
          checked={isTicked}
          disabled={item.isBlocked}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <span className={classes.nameText}>{item.name}</span>
      </label>
      {item.line !== null && <span className={classes.line}>{`line ${item.line}`}</span>}
      <div className={classes.lines}>
        {changeLines(item).map((line) => (
          <Line key={line.label} line={line} />
        ))}
        {item.isBlocked && <Remark words="It has a mistake and is not applied. See above." />}
        {item.cautions.map((words) => (
          <Remark key={words} words={words} />
        ))}
        {sendingWords(item).map((words) => (
          <p key={words} className={classes.sends}>
            {words}
          </p>
        ))}
      </div>
    </div>
  );
}

function Remark({ words }: { readonly words: string }) {
  return (
    <p className={classes.caution}>
      <WarningIcon size={14} />
      <span>{words}</span>
    </p>
  );
}

function Line({ line }: { readonly line: ChangeLine }) {
  return (
    <p className={classes.change}>
      <span className={classes.label}>{line.label}</span>
      <span className={classes.values}>
        {line.kind === "list" ? (
          <>
            {line.removed.map((recipient) => (
              <del key={recipient}>{`− ${recipient}`}</del>
            ))}
            {line.added.map((recipient) => (
              <ins key={recipient}>{`+ ${recipient}`}</ins>
            ))}
          </>
        ) : (
          <>
            {line.before !== null && (
              <>
                <del>{line.before}</del>
                <span aria-hidden="true">→</span>
              </>
            )}
            <ins>{line.after}</ins>
          </>
        )}
      </span>
    </p>
  );
}
