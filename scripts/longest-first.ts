import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longer than the others of their project, longest first. Among those that start together, few wait for the
 * template of a first start, which one of them makes.
 */
const LONGEST = [
  'e2e/agency-cases.test.ts',
  'e2e/every-route-inside.test.ts',
  'test/integration/litecoin.test.ts',
  'test/integration/command-line.test.ts',
  'e2e/accessibility.test.ts',
  'test/access/hostile-input.test.ts',
  'test/crash/case-writes.test.ts',
  'e2e/every-route-outside.test.ts',
  'e2e/coin-flow.test.ts',
  'e2e/hostile-labels.test.ts',
  'e2e/sign-in.test.ts',
  'e2e/explorer.test.ts',
  'e2e/budgets.test.ts',
  'test/ledger/model-equality.test.ts',
  'test/crash/kill-nine.test.ts',
  'packages/store/src/account-facts/merge/merge.test.ts',
  'packages/ingest/src/account-bundled/bundled-store.test.ts',
  'packages/server/src/ledger/account-bundled.test.ts',
  'packages/server/src/cli/stop.test.ts',
  'packages/server/src/admin/agencies-and-post.test.ts',
  'packages/server/src/flows/large-flow.test.ts',
  'packages/server/src/ledger/account-store.test.ts',
];
/** What starts whole programs takes longer than what does not. */
const ROOMS = ['test/crash/', 'test/integration/', 'test/ledger/', 'test/access/', 'packages/store/'];

function rankOf(path: string): number {
  const later = path.startsWith('e2e/') ? 0 : LONGEST.length + ROOMS.length;
  const place = LONGEST.indexOf(path);
  if (place >= 0) return later + place;
  const room = ROOMS.findIndex((each) => path.startsWith(each));
  return later + LONGEST.length + (room >= 0 ? room : ROOMS.length);
}

/**
 * Starts the files that take longest first, so that none of them runs alone at the end while the other core is idle. Journeys come
 * before the other files that start programs: a process continues with the next file only where that is of the same project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => rankOf(relative(this.ctx.config.root, moduleId));
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
