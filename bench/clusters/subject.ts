/**
 * One contestant on one file of edges: `subject.ts <own|graphology> <edges> <nodes> <peers> <repeats>`. Prints a JSON line
 * with the seconds of each run and the digest of the components, each named by its smallest member.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Forest } from '@trailmark/analysis/clusters/forest';

export interface ComponentsResult {
  readonly subject: string;
  readonly runs: readonly number[];
  readonly components: number;
  readonly digest: string;
}

const [subject = 'own', path = '', nodesText = '0', peers = '', repeats = '1'] = process.argv.slice(2);
const nodes = Number(nodesText);
const bytes = readFileSync(path);
const edges = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));

function runOwn(): Uint32Array {
  const forest = new Forest(nodes);
  for (let i = 0; i < edges.length; i += 2) forest.union(edges[i] ?? 0, edges[i + 1] ?? 0, true);
  return forest.roots();
}

interface Graphology {
  readonly UndirectedGraph: new (
    options: object,
  ) => { addNode(key: number): void; mergeEdge(a: number, b: number): void };
}

function runGraphology(): Uint32Array {
  const load = createRequire(join(peers, 'package.json'));
  const { UndirectedGraph } = load('graphology') as Graphology;
  const { connectedComponents } = load('graphology-components') as {
    connectedComponents(graph: unknown): string[][];
  };
  const graph = new UndirectedGraph({ multi: false });
  for (let node = 0; node < nodes; node++) graph.addNode(node);
  for (let i = 0; i < edges.length; i += 2) graph.mergeEdge(edges[i] ?? 0, edges[i + 1] ?? 0);
  const roots = new Uint32Array(nodes);
  for (const members of connectedComponents(graph)) {
    let low = nodes;
    for (const member of members) low = Math.min(low, Number(member));
    for (const member of members) roots[Number(member)] = low;
  }
  return roots;
}

const runs: number[] = [];
let roots: Uint32Array = new Uint32Array(0);
for (let run = 0; run < Number(repeats); run++) {
  const started = performance.now();
  roots = subject === 'own' ? runOwn() : runGraphology();
  runs.push((performance.now() - started) / 1000);
}
const digest = createHash('sha256')
  .update(new Uint8Array(roots.buffer, roots.byteOffset, roots.byteLength))
  .digest('hex');
const result: ComponentsResult = { subject, runs, components: new Set(roots).size, digest };
console.log(JSON.stringify(result));
