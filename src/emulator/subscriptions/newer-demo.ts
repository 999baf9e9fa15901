import type { DemoSubscription } from "./subscriptions-demo";

/**
 * Demo subscriptions that only servers of 2026 have. They are older than all other demo
 * subscriptions.
 */
export const NEWER_DEMO_SUBSCRIPTIONS: readonly DemoSubscription[] = [
  ["Pipeline review, after the holidays", "d9", "email", [7, 17, 23], "1w mon", "07:00", 7, { paused: 20 }],
  // The server paused the next two subscriptions. The workspace of the first was disconnected, and
  // the second has a webhook, which servers no longer support.
  [
    "Checkout alerts",
    "i3",
    "slack",
    ["C0HARB6101|#checkout"],
    "1d",
    "08:00",
    4,
    { paused: 9, workspace: null },
  ],
  [
    "Error rate for the status page",
    "i8",
    "webhook",
    ["https://hooks.harbourline.example/status?token=s3cr3t"],
    "1w mon",
    "05:00",
    3,
    { paused: 40 },
  ],
  // Can't be resumed, because the schedule has ended.
  ["Spring campaign", "d8", "email", [6, 20], "1d", "09:00", 20, { paused: 120, until: -110 }],
  [
    "Monday briefing for leadership",
    null,
    "email",
    [0, 1, 2],
    "1w mon",
    "06:30",
    1,
    { prompt: "Summarize last week's growth, churn and revenue. Name the three biggest changes and why." },
  ],
  [
    null,
    null,
    "slack",
    ["C0HARB6104|#growth"],
    "1w fri",
    "15:00",
    9,
    { prompt: "Which channels brought the most sign-ups this week, compared with the week before?" },
  ],
  // Can't be resumed, because the author has left.
  [
    "Refund reasons, in words",
    null,
    "email",
    [22],
    "1w mon",
    "08:00",
    null,
    { paused: 15, prompt: "Explain which refund reasons grew last week." },
  ],
  ["Product pulse", null, "email", [0, 4, 9], "1w mon", "07:00", 4, { brief: true }],
  ["Retention cohorts", "d4", "slack", ["C0HARB6106|#reports"], "1w mon", "08:30", 12],
  ["Reseller numbers", "d9", "slack", ["C0HARB6202|#resellers"], "1w thu", "09:00", 7, { workspace: 62 }],
  // The workspace was disconnected after the last delivery. The server rejects every change, even deletion.
  ["Release health", "i18", "slack", ["C0HARB6105|#mobile"], "1w wed", "10:00", 14, { workspace: null }],
  [
    "Finance figures",
    "d5",
    "teams",
    ["https://harbourline.webhook.office.com/webhookb2/7d1f/IncomingWebhook/finance"],
    "1m",
    "07:30",
    1,
  ],
  [
    "Sales figures",
    "d9",
    "teams",
    ["https://harbourline.webhook.office.com/webhookb2/91ab/IncomingWebhook/sales"],
    "1w mon",
    "07:30",
    7,
  ],
];
