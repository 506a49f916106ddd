import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'e2e/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      // Needs data from outside the repository: npm run test:external.
      'test/external/**',
      // Needs a current bitcoind, which must be named: docs/guide/nodes.md.
      ...(process.env.TRAILMARK_BITCOIND ? [] : ['test/integration/bitcoin-node.test.ts']),
    ],
    pool: 'forks',
    globalSetup: ['e2e/run-folder.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
