import { HelpText, HelpTip } from "@/ui/overlay/help-tip";

/** What the levels are, and how the one that counts comes about. */
export function LevelHelp() {
  return (
    <HelpTip topic="levels">
      <HelpText>
        <strong>Member</strong> sees and changes what is in the project. <strong>Administrator</strong> also
        changes who its members are.
      </HelpText>
      <HelpText>
        The <strong>explicit</strong> level is given here, for this project alone. The{" "}
        <strong>organisation</strong> level is given there, for all of it.
      </HelpText>
      <HelpText>
        The <strong>effective</strong> level is what the person can do: the higher of both. A project with
        members of its own lets nobody in without an explicit level, but administrators and owners of the
        organisation.
      </HelpText>
    </HelpTip>
  );
}
