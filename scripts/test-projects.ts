import { configDefaults, type TestProjectConfiguration } from 'vitest/config';

/** Units that read large data or start other programs: they run late, longest first. */
const LONG_UNITS = [
  'packages/ingest/src/account-bundled/*.test.ts',
  'packages/ingest/src/labels/plain-csv.test.ts',
  'packages/ingest/src/on-demand/utxo-history.test.ts',
  'packages/ingest/src/sources/bitcoin-rpc-node.test.ts',
];
const SERVER = 'packages/server/src/**/*.test.ts';
const STORE = 'packages/store/src/**/*.test.ts';
/** Needs data from outside the repository (`npm run test:external`), or a current bitcoind, which must be named: docs/guide/nodes.md. */
const APART = [
  'test/external/**',
  ...(process.env.TRAILMARK_BITCOIND ? [] : ['test/integration/bitcoin-node.test.ts']),
];

interface ProjectOptions {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** Every file has a process of its own, for tests that need one; the others share processes and load each module once. */
  readonly isolate: boolean;
}

function toProject(options: ProjectOptions, groupOrder: number): TestProjectConfiguration {
  const { name, include, exclude = [], isolate } = options;
  return {
    extends: true,
    test: {
      name,
      include: [...include],
      exclude: [...configDefaults.exclude, ...APART, ...exclude],
      isolate,
      sequence: { groupOrder },
    },
  };
}

const PROJECTS: readonly ProjectOptions[] = [
  {
    name: 'unit',
    include: ['packages/*/src/**/*.test.{ts,tsx}'],
    exclude: [SERVER, STORE, ...LONG_UNITS],
    isolate: false,
  },
  { name: 'server', include: [SERVER], isolate: false },
  {
    name: 'programs',
    include: [STORE, ...LONG_UNITS, 'test/**/*.test.ts', 'e2e/**/*.test.ts', 'bench/**/*.test.ts'],
    isolate: true,
  },
];

/** One project after the other, fastest first: what a unit test finds is known before a server has started. */
export const TEST_PROJECTS = PROJECTS.map(toProject);
