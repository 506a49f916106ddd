import { configDefaults, defineConfig } from 'vitest/config';

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
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
