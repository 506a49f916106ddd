/**
 * What `npm test` calls unused: files, exports, types and dependencies that nothing reaches from an entry. Knip checks its shape
 * when it starts; its own type would cost the compiler 22,000 types.
 */
export default {
  // Packages export every module by its path, so a module counts as used only where something imports from it.
  includeEntryExports: true,
  ignoreExportsUsedInFile: true,
  // Programs of the system.
  ignoreBinaries: ['apt-get', 'mount', 'openssl', 'umount', 'xz'],
  workspaces: {
    '.': {
      // Benchmarks start these by path, each in a process of its own.
      entry: [
        'scripts/*.{mjs,ts}',
        'bench/{evidence-client,run}.ts',
        'bench/mutants/run.ts',
        'bench/account/{squid,subject}.ts',
        'bench/peers/*.ts',
        'e2e/make-*.ts',
        'test/{file-costs,screens-skipped,evidence/rebuild}.ts',
      ],
      project: ['{scripts,bench,e2e,test}/**/*.{mjs,ts}', '*.config.ts'],
      vitest: { config: ['vitest.config.ts', 'vitest.external.config.ts'] },
    },
    'packages/*': { project: ['src/**/*.ts'] },
    // Pages of their own are bundled by the plugin, not reached from index.html.
    'packages/web': { entry: ['src/{seed,verify}-page/{seed,verify}-page.ts'], project: ['src/**/*.{ts,tsx}', '*.ts'] },
  },
};
