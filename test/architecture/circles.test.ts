import { expect, test } from 'vitest';
import { importedFiles, packaged } from './sources.ts';

// No module leads back to itself through its imports, not even for types: who needs the type alone finds it in a file of its own.
// Imports at run time do not count: a command loads the server only when it runs.

const graph = new Map(packaged.map((file) => [file.path, importedFiles(file, 'static')]));

/** One circle through the modules that can reach each other, beginning and ending at the first of them. */
function findCircle(start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const next of graph.get(path) ?? []) {
      if (next === start) {
        const circle = [start];
        for (let at: string | undefined = path; at !== undefined; at = cameFrom.get(at)) circle.unshift(at);
        return circle;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, path);
      queue.push(next);
    }
  }
  return undefined;
}

test('no module imports itself through others, not even for types', () => {
  const seen = new Set<string>();
  const findings: string[] = [];
  for (const path of graph.keys()) {
    if (seen.has(path)) continue;
    const circle = findCircle(path);
    for (const each of circle ?? []) seen.add(each);
    if (circle) findings.push(circle.join(' -> '));
  }
  expect(findings).toEqual([]);
});
