// Finds what retains detached DOM nodes, from a heap snapshot.
import type { CDPSession } from "@playwright/test";

/** The part of V8's snapshot format that this module uses. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

const DETACHED = 2;
const MAX_PATHS = 5;

async function takeSnapshot(devtools: CDPSession): Promise<Snapshot> {
  const chunks: string[] = [];
  const addChunk = ({ chunk }: { readonly chunk: string }) => void chunks.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", addChunk);
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  devtools.off("HeapProfiler.addHeapSnapshotChunk", addChunk);
  return JSON.parse(chunks.join(""));
}

/**
 * Returns the shortest path from the root to each of the first `MAX_PATHS` detached nodes. Each
 * path is text with one step per line.
 */
export async function findRetainerPaths(devtools: CDPSession): Promise<readonly string[]> {
  const { snapshot, nodes, edges, strings } = await takeSnapshot(devtools);
  const { node_fields: nodeFields, edge_fields: edgeFields, edge_types: edgeTypes } = snapshot.meta;
  const [width, edgeWidth] = [nodeFields.length, edgeFields.length];
  const field = (node: number, name: string) => nodes[node * width + nodeFields.indexOf(name)] ?? 0;
  const nameOf = (node: number) => (strings[field(node, "name")] ?? "").slice(0, 60);
  const firstEdgeOffsets: number[] = [];
  for (let node = 0, edge = 0; node * width < nodes.length; node += 1) {
    firstEdgeOffsets.push(edge);
    edge += field(node, "edge_count");
  }

  /** The predecessor of each node, and the name of the edge between them. */
  const from = new Map<number, { readonly node: number; readonly edgeName: string }>([
    [0, { node: -1, edgeName: "" }],
  ]);
  const found: number[] = [];
  const waiting = [0];
  for (const node of waiting) {
    if (field(node, "detachedness") === DETACHED) found.push(node);
    const first = firstEdgeOffsets[node] ?? 0;
    for (let edge = first; edge < first + field(node, "edge_count"); edge += 1) {
      const [type = 0, name = 0, target = 0] = edges.slice(edge * edgeWidth, edge * edgeWidth + 3);
      const kind = edgeTypes[0][type] ?? "";
      const edgeName = kind === "element" || kind === "hidden" ? `[${name}]` : (strings[name] ?? "");
      // Skips the values of weak maps, because a weak map alone doesn't retain them.
      if (kind === "weak" || edgeName.includes("WeakMap") || from.has(target / width)) continue;
      from.set(target / width, { node, edgeName });
      waiting.push(target / width);
    }
  }

  const pathTo = (node: number): string => {
    const step = from.get(node);
    return step === undefined || step.node < 0
      ? nameOf(node)
      : `${pathTo(step.node)}\n    .${step.edgeName} ${nameOf(node)}`;
  };
  return found.slice(0, MAX_PATHS).map(pathTo);
}
