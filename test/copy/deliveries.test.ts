import { expect, it } from "vitest";
import * as messages from "@/features/subscriptions/deliveries/delivery-messages";
import { buildSubscription } from "@/testing/build-subscription";
import { renderCopy } from "./render-copy";

it("reads the messages of past and test deliveries", async () => {
  const question = (target_type: string, target_value: string) =>
    messages.testDeliveryQuestion("“Weekly figures”", { target_type, target_value });
  const text = renderCopy({
    deliveryStatusLabel: [
      "completed",
      "success",
      "failed",
      "partial",
      "skipped",
      "starting",
      "queued\u202E",
      "",
    ].map(messages.deliveryStatusLabel),
    deliveryTriggerLabel: ["scheduled", "manual", "target_change", "retry", ""].map(
      messages.deliveryTriggerLabel,
    ),
    deliveryRecipientsLabel: [
      messages.deliveryRecipientsLabel(0, 0),
      messages.deliveryRecipientsLabel(1, 0),
      messages.deliveryRecipientsLabel(4, 1),
      messages.deliveryRecipientsLabel(1_234, 1_234),
    ],
    deliveryErrorMessage: [
      { message: "The dashboard could not be rendered in time.", type: "TimeoutError" },
      " No chat. ",
      { type: "TimeoutError" },
      { message: 7 },
      7,
      null,
      undefined,
    ].map(messages.deliveryErrorMessage),
    NO_DELIVERIES: [messages.NO_DELIVERIES],
    noFailuresMessage: [1, 50].map(messages.noFailuresMessage),
    unreadableDeliveriesMessage: [1, 12].map(messages.unreadableDeliveriesMessage),
    testDeliveryBlocker: [
      {},
      { enabled: true },
      { enabled: false },
      { enabled: true, deleted: true },
      { enabled: true, target_value: " " },
    ].map((fields) => messages.testDeliveryBlocker(buildSubscription(fields))),
    testDeliveryQuestion: [
      question("email", "ana@example.com"),
      question("email", "ana@example.com, bo@example.com"),
      question("slack", "C0B9A53J8RF|#reports"),
      question("webhook", "https://hooks.example.com/secret"),
      question("teams", "acme.webhook.office.com"),
    ],
    testDeliveryConflict: ["Delivery already in progress", null].map(messages.testDeliveryConflict),
    unconfirmedTestDelivery: [messages.unconfirmedTestDelivery("Server error")],
  });
  await expect(text).toMatchFileSnapshot("./deliveries.txt");
});
