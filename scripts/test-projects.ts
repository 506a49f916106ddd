import { playwright } from '@vitest/browser-playwright';
import { configDefaults, type TestProjectConfiguration } from 'vitest/config';
import { findTool } from './tools.mjs';

/** Units that read large data or start other programs: they run late, longest first. */
const LONG_UNITS = [
  'packages/ingest/src/account-bundled/*.test.ts',
  'packages/ingest/src/labels/plain-csv.test.ts',
  'packages/ingest/src/on-demand/utxo-history.test.ts',
  'packages/ingest/src/sources/bitcoin-rpc-node.test.ts',
];
const SERVER = 'packages/server/src/**/*.test.ts';
/** Calls of the server's routes in this process, as its own tests make them. */
const ACCESS = 'test/access/**/*.test.ts';
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
  /** Files at once. */
  readonly workers: number;
  /** Place in the order of projects, fastest first: those of one place run side by side. */
  readonly groupOrder: number;
}

function toProject(options: ProjectOptions): TestProjectConfiguration {
  const { name, include, exclude = [], workers, groupOrder } = options;
  return {
    extends: true,
    test: {
      name,
      include: [...include],
      exclude: [...configDefaults.exclude, ...APART, ...exclude],
      // Files share processes, which load each module once.
      isolate: false,
      maxWorkers: workers,
      // Only where they are requested: every file would load one module more.
      setupFiles: process.env.TRAILMARK_TEST_COSTS ? ['test/file-costs.ts'] : [],
      sequence: { groupOrder },
    },
  };
}

/** Twice as many as cores: a browser, a server and a database wait for each other, and three files leave a core idle. */
const WAITING = { workers: 4, groupOrder: 3 };

const PROJECTS: readonly ProjectOptions[] = [
  {
    name: 'unit',
    include: ['packages/*/src/**/*.test.ts'],
    exclude: [SERVER, STORE, ...LONG_UNITS],
    workers: 2,
    groupOrder: 0,
  },
  { name: 'server', include: [SERVER, ACCESS], workers: 3, groupOrder: 2 },
  // The journeys of a process share its browser and, where they leave no traces, its server: e2e/harness.ts.
  { name: 'journeys', include: ['e2e/**/*.test.ts'], ...WAITING },
  {
    name: 'programs',
    include: [STORE, ...LONG_UNITS, 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: [ACCESS],
    ...WAITING,
  },
];

/** Chromium that sends no requests of its own. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

/** Tests of components and screens run in the browser itself, over a fake of the contract. Without one they are skipped by name. */
function toScreensProject(): TestProjectConfiguration {
  const executablePath = findTool('chromium');
  const sequence = { groupOrder: 1 };
  if (!executablePath)
    return { extends: true, test: { name: 'screens', include: ['test/screens-skipped.ts'], sequence } };
  return {
    extends: true,
    define: { 'process.env.NODE_ENV': '"test"' },
    resolve: { dedupe: ['react', 'react-dom', '@mantine/core', '@mantine/hooks'] },
    test: {
      name: 'screens',
      include: ['packages/web/src/**/*.test.tsx'],
      // Files share a page, which loads each module once; what a test leaves behind is taken away by the hooks.
      isolate: false,
      setupFiles: ['packages/web/src/testing/screen-hooks.ts'],
      sequence,
      // A page that fails a wait is waited for once in a test; the machine may have other work.
      testTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: { executablePath, args: CHROMIUM_ARGS } }),
        instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
      },
    },
  };
}

/** Fastest first: what a unit test finds is known before a server has started. */
export const TEST_PROJECTS = [toScreensProject(), ...PROJECTS.map(toProject)];
