import { linesAround } from "@/lib/file/line-index";
import { useToasts } from "@/ui/feedback/toasts";
import { FileDrop } from "@/ui/form/file-drop";
import { Section } from "@/ui/primitives/section";
import { SourceLines } from "@/ui/primitives/source-lines";
import { VirtualListWindow } from "@/ui/virtual-list/virtual-list-window";

const TEXT = '{\n  "id": 12,\n  "titel": "Weekly figures"\n}';
const ITEMS = Array.from({ length: 500 }, (_, index) => `Delivery ${index + 1}`);

export function KitFiles() {
  const toasts = useToasts();
  return (
    <Section title="Files">
      <FileDrop
        label="Drop a file here"
        hint="Its name is shown in a toast. Nothing is uploaded."
        accept=".json"
        onFile={({ name }) => void toasts.show({ title: name })}
      />
      <SourceLines label="Around line 3" lines={linesAround(TEXT, TEXT.indexOf('"titel"'), 3, 2)} />
      <VirtualListWindow
        label="Deliveries of the kit"
        items={ITEMS}
        getItemKey={(item) => item}
        estimatedItemHeight={21}
      >
        {(item) => item}
      </VirtualListWindow>
    </Section>
  );
}
