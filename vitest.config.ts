import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { explainOldNode, stop } from './scripts/runtime.mjs';
import { TEST_PROJECTS } from './scripts/test-projects.ts';

const complaint = explainOldNode();
if (complaint) stop(complaint);

export default defineConfig({
  test: {
    projects: TEST_PROJECTS,
    pool: 'forks',
    globalSetup: ['test/run-folder.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A limit says only that something never ends: a machine with other work may be ten times slower than a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
