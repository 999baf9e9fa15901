import { expect, it } from "vitest";
import { storageErrorMessage } from "@/data/browser-storage/storage-messages";
import {
  allLoadedMessage,
  changesMessage,
  invalidRecordMessage,
  invalidRecordsMessage,
  loadedCountMessage,
  matchCountMessage,
  noMatchesMessage,
  reportedCountMessage,
  requestCostMessage,
  searchMessage,
} from "@/ui/collection-table/collection-messages";
import { formatSelectAllLabel } from "@/ui/data-table/data-table-selection";
import { DISCARD_CONFIRMATION } from "@/ui/overlay/use-unsaved-changes";
import { renderCopy } from "./render-copy";

const NOUN = { singular: "subscription", plural: "subscriptions" };

it("reads the messages of lists", async () => {
  const text = renderCopy({
    matchCountMessage: [matchCountMessage(37, 12_000)],
    loadedCountMessage: [loadedCountMessage(3_400, 12_000)],
    reportedCountMessage: [reportedCountMessage(12_000)],
    requestCostMessage: [requestCostMessage(12_000, 10), requestCostMessage(12_000, 100)],
    changesMessage: [
      changesMessage({ added: 2, changed: 1, removed: 3 }),
      changesMessage({ added: 0, changed: 1, removed: 0 }),
    ],
    allLoadedMessage: [allLoadedMessage(60, NOUN), allLoadedMessage(1, NOUN)],
    searchMessage: [searchMessage(12, NOUN), searchMessage(1, NOUN), searchMessage(null, NOUN)],
    noMatchesMessage: [
      noMatchesMessage({ ...NOUN, count: 60, isFullyLoaded: true }),
      noMatchesMessage({ ...NOUN, count: 500, isFullyLoaded: false }),
      noMatchesMessage({
        singular: "recipient",
        plural: "recipients",
        count: 63,
        isFullyLoaded: false,
        containerNoun: "subscriptions",
      }),
    ],
    invalidRecordsMessage: [invalidRecordsMessage(1, NOUN), invalidRecordsMessage(3, NOUN)],
    invalidRecordMessage: [
      invalidRecordMessage({ index: 0, issues: [{ path: "interval", message: "expected int" }] }),
      invalidRecordMessage({ index: 1, issues: [{ path: "", message: "expected object" }] }),
      invalidRecordMessage({ index: 2, issues: [] }),
    ],
    formatSelectAllLabel: [formatSelectAllLabel(1, NOUN), formatSelectAllLabel(12_000, NOUN)],
    storageErrorMessage: [
      storageErrorMessage("stored", "view"),
      storageErrorMessage("full", "view", "Delete views you don't need."),
      storageErrorMessage("full", "budgets"),
      storageErrorMessage("blocked", "domains"),
    ],
    DISCARD_CONFIRMATION: [DISCARD_CONFIRMATION],
  });
  await expect(text).toMatchFileSnapshot("./lists.txt");
});
