import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { explainOldNode, explainPlatform } from '../scripts/runtime.mjs';
import { toVitestArgs } from '../scripts/test-filter.mjs';
import { checkTypesBudget } from '../scripts/type-check.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

describe('the budget of types', () => {
  test('is checked against what the compiler reports', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trailmark-types-'));
    try {
      const file = join(folder, 'one.ts');
      writeFileSync(file, 'export const one: number = 1;\n');
      const tsc = ['node_modules/typescript/bin/tsc', '--ignoreConfig', '--noEmit', '--extendedDiagnostics', file];
      const { stdout } = spawnSync(process.execPath, tsc, { cwd: ROOT, encoding: 'utf8' });
      expect(checkTypesBudget(stdout)).toMatchObject({ ok: true });
      expect(checkTypesBudget(stdout, 10)).toMatchObject({ ok: false });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('is exceeded by one type more, and says by how many it costs', () => {
    const report = 'Files: 4\nTypes:              1001\nMemory used: 3K\n';
    expect(checkTypesBudget(report, 1_001).ok).toBe(true);
    const over = checkTypesBudget(report, 1_000);
    expect(over).toEqual({ ok: false, output: 'The tree costs 1,001 types; the budget is 1,000.' });
  });

  test('fails where the compiler reports no number', () => {
    expect(checkTypesBudget('').ok).toBe(false);
  });
});

describe('npm test with a filter', () => {
  test('compares changes with main on a branch, and with the last commit on main', () => {
    expect(toVitestArgs(['--changed'], 'main')).toEqual(['--changed=main']);
    expect(toVitestArgs(['--changed'], undefined)).toEqual(['--changed']);
  });

  test('passes on paths and a base of your own', () => {
    const args = ['packages/core', '--changed=HEAD~3'];
    expect(toVitestArgs(args, 'main')).toEqual(args);
  });
});

describe('npm start where it cannot run', () => {
  test('ends with one sentence that says what is needed', () => {
    for (const platform of ['win32-x64', 'freebsd-x64', 'linux-ia32', 'darwin-ppc64']) {
      const sentence = explainPlatform(platform, true);
      expect(sentence).toMatch(/^Trailmark needs Linux with glibc or macOS, each on x64 or arm64, and this is /);
      expect(sentence).toContain(platform);
      expect(sentence?.match(/\. |\n/)).toBeNull();
    }
    expect(explainPlatform('linux-x64', false)).toContain('this Linux has another C library');
  });

  test('starts on the platforms that the README names, for each of which Node and PostgreSQL come along', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').replace(/\s+/g, ' ');
    expect(readme).toContain('They run on Linux (glibc) on x64 and arm64. On macOS they use the packages that Node');
    expect(readme).toContain('not run there');
    const packagesOf = (path: string) =>
      Object.keys(JSON.parse(readFileSync(join(ROOT, path), 'utf8')).optionalDependencies);
    const expected = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];
    const platformsOf = (names: readonly string[]) => names.map((name) => /(?:darwin|linux)-\w+$/.exec(name)?.[0]);
    expect(platformsOf(packagesOf('package.json'))).toEqual(expected);
    expect(platformsOf(packagesOf('packages/store/package.json'))).toEqual(expected);
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])
      expect(explainPlatform(platform, true)).toBeUndefined();
  });
});

describe('an old Node', () => {
  test('is named with the command that brings the right one', () => {
    expect(explainOldNode('20.19.5')).toContain(
      'this is Node 20.19.5, and the code needs 24. Run the tests with npm test',
    );
    expect(explainOldNode('24.0.0')).toBeUndefined();
    expect(explainOldNode('26.1.0')).toBeUndefined();
  });

  test('cannot run Vitest', () => {
    const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.19.5'})`;
    const args = ['--import', pretend, 'node_modules/vitest/vitest.mjs', 'run', 'packages/core/src/errors.test.ts'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    expect(stderr).toContain('trailmark: this is Node 20.19.5, and the code needs 24.');
    expect(status).toBe(1);
  });
});
