import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { memberCollection } from "@/data/members/members";
import { stateOfCase } from "@/data/offboarding/offboarding-record";
import { offboardingQueries } from "@/data/offboarding/offboardings";
import { useKnownPeople } from "@/data/people/known-people";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import classes from "@/features/members/offboarding/model/offboard.module.css";
import { leaverOf, matchingPeople } from "@/features/members/offboarding/model/offboarding-search-params";
import { paths } from "@/lib/url/paths";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import { TextField } from "@/ui/form/fields";
import { Link } from "@/ui/primitives/link";
import { Section } from "@/ui/primitives/section";
import { SearchIcon } from "@/ui/theme/icons";
import { CaseList } from "./offboarding-list";

/** Chooses who leaves; what was begun before stands beside. */
export function OffboardStart() {
  const api = useApi();
  const queries = useQueryClient();
  // Who is in the project, to choose from; and what the plan will need is on its way meanwhile.
  useCollection(memberCollection(queries, api));
  useCollection(subscriptionCollection(queries, api, "active"));
  const { data, error } = useQuery(offboardingQueries.all(api));
  const cases = data ?? [];
  const open = cases.filter(({ kept }) => stateOfCase(kept) === "open");
  const past = cases.filter(({ kept }) => stateOfCase(kept) !== "open");
  return (
    <div className={classes.stack}>
      {open.length > 0 && (
        <Section title="Unfinished">
          <CaseList cases={open.map(({ kept }) => kept)} />
        </Section>
      )}
      <Section title="Who leaves?">
        <PersonPicker />
      </Section>
      <Section title="Offboardings of this browser">
        {error !== null && data === undefined ? (
          <Notice tone="warning">
            The browser's storage did not answer: what was done before is not shown.
          </Notice>
        ) : data === undefined ? (
          <SkeletonLines n={2} />
        ) : past.length === 0 ? (
          <p className={classes.dim}>
            What is done here is kept in this browser, with a report and the way to take it back.
          </p>
        ) : (
          <CaseList cases={past.map(({ kept }) => kept)} />
        )}
      </Section>
    </div>
  );
}

/** A person whom the project's data know, or any address. */
function PersonPicker() {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const people = useKnownPeople();
  const [text, setText] = useState("");
  const [mistake, setMistake] = useState<string>();
  const shown = matchingPeople(text, people);
  const typed = leaverOf(text.trim(), people);
  const isStranger = typed !== null && typed.email !== "" && shown.length === 0;

  function go() {
    const [only, ...others] = shown;
    const who = typed?.uuid ?? (typed?.email || (others.length === 0 ? only?.uuid : undefined));
    if (who !== undefined) return void navigate(paths.offboard(projectId, who));
    setMistake(
      shown.length === 0
        ? "Nobody here is called so, and it is no e-mail address."
        : "Choose one of them, or type the whole address.",
    );
  }

  return (
    <form
      className={classes.narrow}
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <TextField
        label="Name or e-mail address"
        description="Somebody who is no member, or nobody here any more: type the whole address."
        type="search"
        leftSection={<SearchIcon />}
        spellCheck={false}
        value={text}
        onChange={(value) => {
          setText(value);
          setMistake(undefined);
        }}
        error={mistake}
      />
      {shown.length > 0 && (
        <ul className={classes.people} aria-label="People">
          {shown.map(({ uuid, name, email, isMember }) => (
            <li key={uuid}>
              <Link className={classes.person} to={paths.offboard(projectId, uuid)}>
                <strong>{name || email || uuid}</strong>
                {name !== "" && <span className={classes.dim}>{email}</span>}
                {!isMember && <span className={classes.dim}>No explicit member</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isStranger && (
        <div>
          <Button type="submit">{`Look for ${typed.email}`}</Button>
        </div>
      )}
    </form>
  );
}
