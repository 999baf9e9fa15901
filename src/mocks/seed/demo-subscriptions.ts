/** A demo subscription, as a row of the tables below. */
export interface DemoSubscription {
  readonly title: string | null;
  /** `d3` is the fourth dashboard, and `i0` is the first insight. */
  readonly source: string | null;
  readonly channel: string;
  /** Indexes of people, or texts. */
  readonly targets: readonly string[];
  /** Interval and unit, weekdays, and position, such as `1m fri -1`. */
  readonly schedule: string;
  /** Time of day in UTC. */
  readonly time: string;
  /** Index of a person. Null if the author has left. */
  readonly author: number | null;
  /**
   * `until`: days from the last reset to the end date. `count`. `day`: day of the month of the start date. `stuck`: the
   * last delivery failed permanently. `trashed`. `paused`: days since the pause. `brief`. `workspace`: ID of the Slack
   * workspace instead of the first one, or `null` when disconnected.
   */
  readonly extra: ReadonlyMap<string, string>;
  readonly prompt: string | null;
}

const orNull = (text = "-") => (text === "-" ? null : text);

/** Reads a table. Underscores in targets are spaces. */
function readRows(table: string): readonly DemoSubscription[] {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [title, source, channel = "", targets = "", schedule = "", time = "", author, extra, prompt] =
        line.split(" | ");
      const entries = (orNull(extra) ?? "").split(" ").filter(Boolean);
      return {
        title: orNull(title),
        source: orNull(source),
        channel,
        targets: targets.split(" ").map((target) => target.replaceAll("_", " ")),
        schedule,
        time,
        author: orNull(author) === null ? null : Number(author),
        extra: new Map(
          entries.map((entry): [string, string] => [entry.split("=")[0] ?? "", entry.split("=")[1] ?? ""]),
        ),
        prompt: orNull(prompt),
      };
    });
}

/**
 * The demo company's subscriptions, newest first. Daniel Okafor (index 13) is the departing member: some have no other
 * recipient, some list him twice or in other spellings, and one is in Trash. Marta Kowalska has left.
 */
export const DEMO_SUBSCRIPTIONS = readRows(`
Weekly growth review | d0 | email | 0 2 4 6 | 1w mon | 08:00 | 0
Checkout drop-off, every morning | i3 | slack | #checkout | 1d | 07:30 | 4
Board pack | d11 | email | 1 2 18 audit@northgate.example | 1m mon,tue,wed,thu,fri -1 | 16:00 | 2
- | i0 | email | 8 | 1w fri | 15:00 | 8
Launch week: sign-ups by country | i1 | email | 6 10 20 29 | 1d | 09:00 | 6 | until=6
Errors per thousand sessions | i8 | webhook | https://hooks.harbourline.example/quality | 1d | 05:00 | 3
Sales pipeline | d9 | email | 7 13 17 23 Daniel.Okafor@harbourline.example | 1w mon,thu | 07:00 | 7
Retention cohorts | d4 | email | 0 8 12 19 27 | 1m | 08:30 | 12
Support load | d6 | slack | #support-leads | 1w mon | 06:45 | 22
Campaign results | d8 | email | 6 10 20 29 26 | 1w tue | 09:15 | 10
Month-end revenue | d5 | email | 1 2 | 1m | 23:00 | 2 | day=31
App versions in use | i17 | slack | C04HARB7MOB | 2w wed | 10:00 | 14
Churned accounts | i5 | email | 9 22 marta.kowalska@harbourline.example | 1w mon | 08:00 | -
Quarterly business review | d11 | email | 1 2 18 | 3m | 12:00 | 18
Data quality, weekdays | d10 | slack | #data-alerts | 1w mon,tue,wed,thu,fri | 06:00 | 19
All hands: numbers of the week | d0 | email | 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17 18 19 20 21 22 24 25 | 1w fri | 13:00 | 2
Trial to paid conversion | i2 | email | 9 4 | 1w wed | 08:00 | 9
Crash-free sessions | i18 | webhook | https://status.harbourline.example/in/crash-free | 1d | 04:00 | 15
Net revenue retention | i6 | email | 1 2 8 | 1m mon 1 | 09:00 | 8
Cost per acquisition | i13 | email | Claire.Dubois@Harbourline.example_ _hannah.orourke@harbourline.example | 1w mon | 07:30 | 6
- | d3 | email | 4 16 24 | 2w tue | 08:00 | 16
Landing pages: bounce rate | i28 | email | 29 20 | 1w thu | 09:30 | 29 | until=12
Partner numbers | d5 | email | bi@lumen.example _Daniel.Okafor@Harbourline.example | 1m tue 2 | 10:00 | 13
Page load time | i7 | slack | #web-performance | 1w mon | 07:00 | 11
Refunds by reason | i14 | email | 22 26 | 1m fri -1 | 14:00 | 22
Feature flag exposure | i23 | email | 5 21 | 1d | 06:30 | 5 | count=400
Weekly growth review | d0 | email | 2 0 9 | 1w mon | 08:00 | 2
Storage used by customer | i25 | email | 3 15 | 1m | 05:30 | 3 | day=30
Median time to first report | i4 | email | 12 27 | 1w tue | 08:45 | 12
Black Friday war room | d2 | slack | #black-friday | 1d | 12:00 | 4 | until=10
API calls by customer | i24 | webhook | https://billing.harbourline.example/usage?source=insight&v=2 | 1d | 02:00 | 21
Onboarding steps | d3 | email | 9 24 16 | 1w mon | 08:00 | 24 | stuck
First response time | i16 | email | 22 | 1w fri | 16:30 | 22
Email opens by campaign | i12 | email | 10 6 | 1w mon | 09:00 | 10
Yearly plan renewals | i19 | email | 1 7 | 1y | 09:00 | 7
Paths to purchase | i22 | email | 4 | 1m wed 3 | 08:00 | 4
Summer campaign | d8 | email | 6 20 | 1d | 09:00 | 20 | until=-70
Seats per account | i26 | email | 7 17 23 | 1m mon 1 | 07:15 | 17
Invites sent and accepted | i10 | slack | #growth | 1w wed | 10:30 | 9
- | i11 | email | 25 | 1w fri | 11:00 | 25
Tickets opened per day | i15 | email | support-managers@harbourline.example 22 | 1d | 17:00 | 22
Mobile app health | d7 | email | 14 15 25 | 1w mon | 06:30 | 14
Migration check, five times | d10 | email | 19 3 | 1d | 08:00 | 19 | count=5
Stickiness of weekly users | i29 | email | 0 8 | 1m tue,wed,thu 1 | 08:00 | 8
Average order value | i20 | email | DANIEL.OKAFOR@HARBOURLINE.EXAMPLE 7 | 1w mon | 07:00 | 13
Crash-free sessions (phone) | i18 | slack | @freya | 1w mon,fri | 07:00 | 14 | stuck
Returning visitors | i21 | email | 13 | 2m | 09:00 | 13
Agency report | d8 | email | ops@bluefin.example Bluefin+copy@mail.example 6 | 1w fri | 15:45 | 6
Referrals | i27 | email | daniel.okafor@harbourline.example_ | 1m | 08:00 | - | day=29
Audit trail | d10 | email | audit@northgate.example | 3m mon -1 | 06:00 | 1
Checkout funnel | d2 | email | 4 5 11 | 1w tue,thu | 08:00 | 4
Search queries without results | i11 | email | 16 12 | 2w mon | 10:00 | 16
Most used features | i9 | email | 9 4 24 | 1m | 11:00 | 9 | day=1
Warehouse sync | i25 | webhook | https://sync.harbourline.example/hooks/3f1c | 1d | 01:00 | 27
Support load, weekend | d6 | email | 22 26 | 1w sat,sun | 08:00 | 22
Office screens | d0 | webhook | https://screens.harbourline.example/push | 1d | 06:00 | 21 | until=-200
Acquisition by channel | d1 | email | 6 10 0 | 1w mon | 08:20 | 6
Leap day check | d10 | email | 19 | 1y | 09:00 | 19 | day=29
Founders' numbers | d5 | email | 1 | 1d | 06:00 | 1
First subscription | - | email | 0 | 1w mon | 09:00 | 0 | count=12
Weekly growth review (test) | d0 | email | 0 | 1d | 08:00 | 0 | trashed
Old pricing page | i28 | email | 13 | 1w mon | 09:00 | 13 | trashed
- | i3 | slack | #checkout-old | 1d | 07:30 | 4 | trashed
Reseller report | d9 | email | sam@oldmill.example __daniel.okafor@Harbourline.example | 1m | 10:00 | - | trashed
Beta feedback | i9 | email | 9 16 marta.kowalska@harbourline.example | 1w fri | 14:00 | 16 | trashed until=-30
Load test | i7 | webhook | https://hooks.harbourline.example/load-test | 1d | 03:00 | 3 | trashed
`);

/**
 * Demo subscriptions that only newer servers have, older than all others. The server paused the second, whose workspace
 * was disconnected, and the third, because it no longer supports webhooks. The fourth can't be resumed, because its
 * schedule has ended, and the seventh, because its author has left. The server rejects every change of `Release health`.
 */
export const NEWER_DEMO_SUBSCRIPTIONS = readRows(`
Pipeline review, after the holidays | d9 | email | 7 17 23 | 1w mon | 07:00 | 7 | paused=20
Checkout alerts | i3 | slack | C0HARB6101|#checkout | 1d | 08:00 | 4 | paused=9 workspace=null
Error rate for the status page | i8 | webhook | https://hooks.harbourline.example/status?token=s3cr3t | 1w mon | 05:00 | 3 | paused=40
Spring campaign | d8 | email | 6 20 | 1d | 09:00 | 20 | paused=120 until=-110
Monday briefing for leadership | - | email | 0 1 2 | 1w mon | 06:30 | 1 | - | Summarize last week's growth, churn and revenue. Name the three biggest changes and why.
- | - | slack | C0HARB6104|#growth | 1w fri | 15:00 | 9 | - | Which channels brought the most sign-ups this week, compared with the week before?
Refund reasons, in words | - | email | 22 | 1w mon | 08:00 | - | paused=15 | Explain which refund reasons grew last week.
Product pulse | - | email | 0 4 9 | 1w mon | 07:00 | 4 | brief
Retention cohorts | d4 | slack | C0HARB6106|#reports | 1w mon | 08:30 | 12
Reseller numbers | d9 | slack | C0HARB6202|#resellers | 1w thu | 09:00 | 7 | workspace=62
Release health | i18 | slack | C0HARB6105|#mobile | 1w wed | 10:00 | 14 | workspace=null
Finance figures | d5 | teams | https://harbourline.webhook.office.com/webhookb2/7d1f/IncomingWebhook/finance | 1m | 07:30 | 1
Sales figures | d9 | teams | https://harbourline.webhook.office.com/webhookb2/91ab/IncomingWebhook/sales | 1w mon | 07:30 | 7
`);
