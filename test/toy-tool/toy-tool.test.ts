import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../needs.ts';
import { addTool, CATALOGUE_LINES } from './catalogue-lines.ts';
import { TreeCopy } from './tree-copy.ts';

// A tool that counts payments, built by the recipe "A tool, from the ledger to the screen" of CONTRIBUTING.md in a copy of
// the sources: its files are new, each catalogue gets its line, and nothing else changes. Then it is checked and used there.

const FILES = fileURLToPath(new URL('./files', import.meta.url));
const RECIPE = '### A tool, from the ledger to the screen';
/** Words that ask which family a chain is of. */
const FAMILY =
  /isAccountChainId|isOutputChainId|familyOf|byFamily|\bfamily\b|hasOutputs|hasTokens|'(?:outputs|accounts)'/;

/** Files of the tool by their place in the tree. They end in `.txt` here, where nothing around them would fit. */
const toolFiles = new Map(
  readdirSync(FILES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(FILES.length + 1).replace(/\.txt$/, ''), readFileSync(path, 'utf8')] as const),
);
const catalogues = CATALOGUE_LINES.map(({ file }) => file);

let tree: TreeCopy;
beforeAll(() => {
  tree = new TreeCopy();
  const known = new Set(tree.listSources());
  for (const [path, text] of toolFiles) {
    if (known.has(path)) throw new Error(`${path} is there already.`);
    tree.write(path, text);
  }
  for (const entry of CATALOGUE_LINES) tree.write(entry.file, addTool(entry, tree.read(entry.file)));
});
afterAll(() => tree.remove());

test('the recipe names every file that a tool touches, each is touched once, and no file of the tool asks for a family', () => {
  expect(new Set(catalogues).size).toBe(catalogues.length);
  const [, recipe = ''] = readFileSync(join(FILES, '../../../CONTRIBUTING.md'), 'utf8').split(RECIPE);
  const [section = ''] = recipe.split('\n### ');
  const missing = catalogues.filter(
    (file) => !section.includes(file.split('/').slice(-2).join('/').replace('src/', '')),
  );
  expect(missing).toEqual([]);
  const asking = [...toolFiles].filter(([, text]) => FAMILY.test(text)).map(([path]) => path);
  expect(asking).toEqual([]);
});

/** Runs tests of the copy; a failure shows what they printed. */
async function runTests(project: string, ...files: string[]): Promise<string> {
  const { status, output } = await tree.run('vitest/vitest.mjs', ['run', '--project', project, ...files]);
  expect(status, output).toBe(0);
  return output;
}

test('its route answers on two families, its job runs, and its result is pinned in a case', async () => {
  const output = await runTests('server', 'packages/server/src/payment-count');
  expect(output).toMatch(/Tests\s+3 passed/);
});

test('its index is fed, taken back and rebuilt as every other, and the tree keeps its laws', async () => {
  await runTests('programs', 'test/ledger/indexers.test.ts', 'test/architecture');
});

test('its lines in the table of access are what its routes say', async () => {
  const contract = pathToFileURL(join(tree.root, 'packages/api/src/contract/payment-count.ts')).href;
  const { paymentCountRoutes } = (await import(/* @vite-ignore */ contract)) as {
    readonly paymentCountRoutes: Readonly<Record<string, { readonly access: string; readonly audit: string }>>;
  };
  const table = tree.read('test/access/access-matrix.csv').split('\n');
  const heads = Object.entries(paymentCountRoutes).map(([name, { access, audit }]) => `${name},${access},${audit},-,`);
  expect(heads).toHaveLength(2);
  expect(heads.filter((head) => table.filter((line) => line.startsWith(head)).length !== 1)).toEqual([]);
});

describeWith('chromium', () => {
  test('its screen is in the menu, and its tab with the others', async () => {
    const output = await runTests('screens', 'packages/web/src/tools/payment-count');
    expect(output).toMatch(/Tests\s+2 passed/);
  });
});

test('the tree with it has no error of types', async () => {
  const checked = [...toolFiles.keys(), ...catalogues].filter((path) => /\.tsx?$/.test(path));
  // What the tool does not touch was checked where it is: here it only says what its types are.
  const isChecked = new Set(checked);
  for (const path of tree.listSources())
    if (!isChecked.has(path)) tree.write(path, `// @ts-nocheck\n${tree.read(path)}`);
  const files = [...checked, 'packages/web/src/vite-env.d.ts'];
  tree.write('tsconfig.tool.json', JSON.stringify({ extends: './tsconfig.json', include: [], files }));
  const types = await tree.run('typescript/bin/tsc', ['--noEmit', '--checkers', '1', '-p', 'tsconfig.tool.json']);
  expect(types.status, types.output).toBe(0);
});
