import { Fragment } from "react";
import type { Backend } from "@/app/connection/backend";
import { ClockSkewNotice } from "./clock-skew-notice";
import { DeprecatedRoutesNotice } from "./deprecated-routes-notice";
import { OfflineNotice } from "./offline-notice";
import { ThrottleNotice } from "./throttle-notice";

export interface ConnectionNoticesProps {
  readonly backend: Backend | null;
}

/** Shows what is wrong with the connection to the server, if anything. */
export function ConnectionNotices({ backend }: ConnectionNoticesProps) {
  return (
    <>
      {backend && (
        <Fragment key={backend.client.connection.id}>
          {/* The demo's prefix can't be changed. */}
          {backend.demo === null && <DeprecatedRoutesNotice client={backend.client} />}
          <ClockSkewNotice client={backend.client} />
          <ThrottleNotice client={backend.client} />
        </Fragment>
      )}
      <OfflineNotice isDemo={backend?.demo != null} />
    </>
  );
}
