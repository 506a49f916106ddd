import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packaged, ROOT, withoutComments } from './sources.ts';

// Holds the style sheets of packages/web to what the screens use, and the screens to what the sheets define.

const WEB = 'packages/web';
/** A rule a screen is never drawn by is dead weight; a class of the browser's own or of a library is none of ours. */
const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g;
/** What holds a class name in code: the text of `className`, and of props and constants that end up there. */
const CLASS_TEXT = /\bclassName=(?:"([^"]*)"|\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\})/g;

interface Sheet {
  readonly path: string;
  readonly classes: ReadonlySet<string>;
}

/** Class names in the selectors of a sheet: declarations, comments and strings left out. */
function listClasses(css: string): Set<string> {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"/g, '""')
    .replace(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(CLASS)].map((match) => match[1] ?? ''));
}

const sheets: readonly Sheet[] = readdirSync(join(ROOT, WEB, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({
    path: `${WEB}/src/${path.replaceAll('\\', '/')}`,
    classes: listClasses(readFileSync(join(ROOT, WEB, 'src', path), 'utf8')),
  }));
const defined = new Set(sheets.flatMap(({ classes }) => [...classes]));
const code = packaged.filter(({ path, isTest }) => path.startsWith(`${WEB}/src/`) && !isTest);
const page = readFileSync(join(ROOT, WEB, 'index.html'), 'utf8');
const words = new Set(
  [page, ...code.map(({ text }) => withoutComments(text))].flatMap((text) => text.match(/[\w-]+/g)),
);
/** `tm-figs n${count}`: what names the classes n5 and n6. */
const stems = new Set(
  code.flatMap(({ text }) => [...text.matchAll(/(?<![\w-])([a-zA-Z][\w-]*)\$\{/g)].map((match) => match[1])),
);

test('every class that a style sheet defines is used', () => {
  const isUsed = (name: string) => words.has(name) || stems.has(name.replace(/\d+$/, ''));
  const findings = sheets.flatMap(({ path, classes }) =>
    [...classes].filter((name) => !isUsed(name)).map((name) => `${path}: nothing has the class ${name}`),
  );
  expect(findings).toEqual([]);
});

test('every class that an element has is defined in a style sheet', () => {
  const findings = code.flatMap(({ path, text }) =>
    [...text.matchAll(CLASS_TEXT)]
      .flatMap(([, plain, expression]) =>
        plain === undefined
          ? [...(expression ?? '').matchAll(/(?:'([^']*)'|`([^`$]*)[`$])/g)].map((m) => m[1] ?? m[2] ?? '')
          : [plain],
      )
      .flatMap((classes) => classes.split(/\s+/))
      .filter((name) => /^(?:tm|as|xl|cf|up|ad|so|au|fc)-[\w-]*\w$/.test(name) && !defined.has(name))
      .map((name) => `${path}: no style sheet defines ${name}`),
  );
  expect([...new Set(findings)]).toEqual([]);
});
