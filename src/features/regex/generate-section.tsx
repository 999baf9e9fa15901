import { Button } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { useAnnounce } from "@/ui/feedback/announcer";
import { TextAreaField } from "@/ui/form/fields";
import { Section } from "@/ui/primitives/section";
import { AskOutcome } from "./generate-result";
import { readAnswer } from "./parse-generated-regex";
import classes from "./regex.module.css";
import { useQuestion } from "./use-generate-regex";

interface AskSectionProps {
  /** Told a pattern as soon as it comes. */
  readonly onPattern: (pattern: string) => void;
  /** Asked to try one. */
  readonly onTry: (pattern: string) => void;
}

/** What who cannot see the answer is told of it. */
const TOLD = {
  pattern: "The server proposes a pattern",
  none: "The server found no pattern",
  nothing: "The server answered without a pattern",
};

/** The question in words, and what the server says to it. */
export function AskSection({ onPattern, onTry }: AskSectionProps) {
  const [words, setWords] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const announce = useAnnounce();
  const question = useQuestion((answer) => {
    const reading = readAnswer(answer);
    announce(TOLD[reading.kind]);
    if (reading.kind === "pattern") onPattern(reading.pattern);
  });

  function ask() {
    if (question.isAsking) return;
    const isEmpty = words.trim() === "";
    setIsMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else question.ask(words.trim());
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    ask();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    ask();
  }

  return (
    <Section title="Ask for a pattern">
      <form className={classes.form} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
        <TextAreaField
          ref={field}
          label="What should the pattern find?"
          description="In words, such as “addresses of product pages”. A model on the server reads them: write nothing secret."
          required
          rows={2}
          value={words}
          onChange={(text) => {
            setWords(text);
            setIsMissing(false);
          }}
          error={isMissing ? "Describe in words what the pattern should find." : undefined}
        />
        <div className={classes.buttons}>
          <Button type="submit" aria-disabled={question.isAsking || undefined}>
            {question.isAsking ? "Asking…" : "Ask for a pattern"}
          </Button>
          {question.isAsking && (
            <Button
              variant="default"
              onClick={() => {
                question.stop();
                // The button that was pressed goes.
                field.current?.focus();
              }}
            >
              Stop waiting
            </Button>
          )}
        </div>
      </form>
      <AskOutcome {...question} onTry={onTry} />
    </Section>
  );
}
