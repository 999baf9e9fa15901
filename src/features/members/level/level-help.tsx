import { useProjectAccess } from "@/data/members/access-controls";
import { HelpText, HelpTip } from "@/ui/overlay/help-tip";

export function LevelHelp() {
  const hasAccessControls = useProjectAccess() !== undefined;
  return (
    <HelpTip topic="levels">
      <HelpText>
        <strong>Members</strong> can view and edit everything in the project. <strong>Administrators</strong>{" "}
        can also manage its members.
      </HelpText>
      {hasAccessControls ? <AccessControlHelp /> : <ExplicitMemberHelp />}
    </HelpTip>
  );
}

function ExplicitMemberHelp() {
  return (
    <>
      <HelpText>
        The <strong>explicit</strong> level is set here, for this project only. The{" "}
        <strong>organization</strong> level is set on the server.
      </HelpText>
      <HelpText>
        The <strong>effective</strong> level is the higher of the two. Without an explicit level, only
        administrators and owners of the organization have access.
      </HelpText>
    </>
  );
}

function AccessControlHelp() {
  return (
    <>
      <HelpText>
        The <strong>explicit</strong> level is set here, for one person. It replaces the project default and
        can be <strong>No access</strong>.
      </HelpText>
      <HelpText>
        The server computes the <strong>effective</strong> level and reports the reason. Administrators and
        owners of the organization always have full access.
      </HelpText>
    </>
  );
}
