import { useState } from "react";
import { Link } from "react-router-dom";
import { CopyButton } from "@/ui/feedback/copy-button";
import { useToasts } from "@/ui/feedback/toasts";
import { ActionMenu, type MenuAction } from "@/ui/overlay/action-menu";
import { ActionBar } from "@/ui/page/action-bar";
import { Button } from "@/ui/primitives/button";
import {
  ButtonWithDisabledReason,
  DisabledControl,
  SubmitButton,
} from "@/ui/primitives/button-with-disabled-reason";
import { Kbd } from "@/ui/primitives/kbd";
import { IconButton, LinkButton } from "@/ui/primitives/link-button";
import { Section, SectionLink } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import { Tooltip } from "@/ui/primitives/tooltip";
import { CheckIcon, CopyIcon, EditIcon, ListIcon, MailIcon, PlusIcon, TrashIcon } from "@/ui/theme/icons";
import classes from "./kit.module.css";

const REASON = "The API key is missing the scope subscription:write";

export function KitButtons() {
  return (
    <>
      <Section title="Buttons and links" actions={<Button variant="default">In a header</Button>}>
        <div className={classes.stack}>
          <Buttons />
          <DisabledButtons />
          <ActionBar summary="3 of 4 chosen">
            <Button>Apply 3 changes…</Button>
          </ActionBar>
        </div>
      </Section>
      <Section
        title="Icon buttons, hints, and menus"
        status={<Status tone="warning" label="Ending soon" />}
        actions={<SectionLink to="/kit">Show in list</SectionLink>}
      >
        <div className={classes.stack}>
          <IconButtons />
          <Tooltips />
        </div>
      </Section>
    </>
  );
}

function Buttons() {
  return (
    <div className={classes.row}>
      <Button>Primary</Button>
      <Button leftSection={<PlusIcon />}>New subscription</Button>
      <Button variant="default">Default</Button>
      <Button variant="subtle">Subtle</Button>
      <Button color="red">Delete permanently</Button>
      <Button loading>Saving</Button>
      <SubmitButton>Enabled</SubmitButton>
      <SubmitButton loading>Submitting</SubmitButton>
      <Button disabled>Disabled</Button>
      <Link to="/kit">Link</Link>
      <LinkButton to="/kit">Link as a button</LinkButton>
      <LinkButton to="/kit" variant="default" leftSection={<ListIcon />}>
        Quiet link as a button
      </LinkButton>
    </div>
  );
}

function DisabledButtons() {
  const [pressCount, setPressCount] = useState(0);
  return (
    <div className={classes.row}>
      <ButtonWithDisabledReason onClick={() => setPressCount((before) => before + 1)}>
        Can be used ({pressCount})
      </ButtonWithDisabledReason>
      <ButtonWithDisabledReason disabledReason={REASON}>Unavailable</ButtonWithDisabledReason>
      <ButtonWithDisabledReason variant="default" loading>
        Loading
      </ButtonWithDisabledReason>
      <LinkButton to="/kit" disabledReason={REASON}>
        Unavailable link
      </LinkButton>
      <LinkButton to="/kit" variant="default" leftSection={<EditIcon />} disabledReason={REASON}>
        Edit
      </LinkButton>
      <DisabledControl role="button" reason={REASON} color="red">
        Refused button
      </DisabledControl>
      <DisabledControl role="link" reason={REASON} variant="default">
        Refused link
      </DisabledControl>
    </div>
  );
}

function IconButtons() {
  const [isPressed, setIsPressed] = useState(false);
  return (
    <div className={classes.row}>
      <IconButton label="Edit" icon={<EditIcon />} />
      <IconButton label="Not now" icon={<TrashIcon />} disabled />
      <IconButton label="Larger" icon={<ListIcon />} size={32} />
      <IconButton label="Go to the kit" icon={<ListIcon />} to="/kit" size={32} />
      <IconButton label="Without a hint" icon={<CheckIcon />} hasTooltip={false} />
      <IconButton
        label="Stays pressed"
        icon={<CheckIcon />}
        aria-pressed={isPressed}
        onClick={() => setIsPressed((before) => !before)}
      />
      <IconButton label="Opened" icon={<ListIcon />} aria-expanded aria-haspopup="dialog" />
      <CopyButton value="sub_12" label="Copy the id" />
      <Menus />
    </div>
  );
}

function Menus() {
  const toasts = useToasts();
  const showToast = (title: string) => () => void toasts.show({ title });
  const actions = (): readonly MenuAction[] => [
    { id: "edit", label: "Edit", icon: <EditIcon />, shortcut: "E", onSelect: showToast("Edit") },
    { id: "copy", label: "Duplicate", icon: <CopyIcon />, onSelect: showToast("Duplicated") },
    {
      id: "send",
      label: "Send now",
      icon: <MailIcon />,
      onSelect: showToast("Sent"),
      disabledReason: REASON,
    },
    { id: "delete", label: "Delete", icon: <TrashIcon />, tone: "danger", onSelect: showToast("Deleted") },
  ];
  return <ActionMenu label="Actions of the kit" actions={actions} />;
}

function Tooltips() {
  return (
    <div className={classes.row}>
      <Tooltip label="A tooltip with details">
        <Button variant="default">Hover or focus me</Button>
      </Tooltip>
      <Tooltip label="Also opens on press" opensOnPress>
        <Button variant="default">Press me</Button>
      </Tooltip>
      <Tooltip label="Text that isn't focusable otherwise" isFocusable>
        Text with a hint
      </Tooltip>
      <Tooltip label={"Several lines\nof a hint"} isFocusable>
        Two lines
      </Tooltip>
      <span>
        <Kbd>⌘</Kbd> <Kbd>K</Kbd>
      </span>
    </div>
  );
}
