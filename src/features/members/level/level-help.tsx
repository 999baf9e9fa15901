import { HelpText, HelpTip } from "@/ui/overlay/help-tip";

export function LevelHelp() {
  return (
    <HelpTip topic="levels">
      <HelpText>
        <strong>Members</strong> can view and edit everything in the project. <strong>Administrators</strong>{" "}
        can also manage its members.
      </HelpText>
      <HelpText>
        The <strong>explicit</strong> level is set here, for this project only. The{" "}
        <strong>organization</strong> level is set on the server.
      </HelpText>
      <HelpText>
        The <strong>effective</strong> level is the higher of the two. Without an explicit level, only
        administrators and owners of the organization have access.
      </HelpText>
    </HelpTip>
  );
}
