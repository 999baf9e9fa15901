import { HelpText, HelpTip } from "@/ui/overlay/help-tip";
import { KeyHint } from "@/ui/primitives/kbd";
import { Section } from "@/ui/primitives/section";

export function KitHelp() {
  return (
    <Section title="Help">
      <p>
        Half of the visits were faster than the median.{" "}
        <HelpTip topic="the median">
          <HelpText>Half of the values are below it, half above.</HelpText>
          <HelpText>It doesn't show how bad the worst values are.</HelpText>
        </HelpTip>
      </p>
      <p>
        Switch the scheme <KeyHint keys="s" />
      </p>
    </Section>
  );
}
