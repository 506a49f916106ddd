import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packaged, ROOT, sources, withoutComments } from './sources.ts';

// Words that people would stumble over, wherever a page, an error, an email, an export, a command, a document, a comment or the title of a
// test has a sentence. "Held" is both "stored" and "judged to be", and the rest is used in a rare sense. Every check lists all its
// findings, each as "file: sentence".

/** What is not written, and what is written in its place. */
const INSTEAD: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\b(?:heights|blocks|ledger|is|are|not|none|what is) held\b/i, 'indexed, stored or known'],
  [/\bindex (?:holds|does not hold)\b/i, 'indexed, in this index'],
  [/\breckon/i, 'calculate'],
  [/\banew\b/i, 'again'],
  [/\boutside (?:the|this) building\b/i, 'external'],
  [/\blook(?:ed|s)?[- ]ups?\b/i, 'search, or lookup in the name of the tool'],
  [/\bon record\b/i, 'logged'],
  [/\b(?:was|were|is|are) told\b/i, 'stated, reported'],
  [/\bgo(?:es)? on (?:at|in|by|with)\b/i, 'continue'],
  [/\be-mail/i, 'email'],
  [/\b(?:is|was|be|never|nothing was|last) asked\b(?! to)/i, 'requested'],
];

/** What comments and titles of tests do without as well; in sentences for people these words have their uses. */
const INSTEAD_IN_CODE: typeof INSTEAD = [
  ...INSTEAD,
  [/\bbeside\b/i, 'next to, in addition to'],
  [/\bstands?\b(?!-| out\b)/i, 'is, is shown, represents'],
  [/\btold\b/i, 'reported, stated, distinguished'],
];

const QUOTED = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** A line of text between tags has no sign that only code has. */
const isProse = (line: string): boolean => !/[=;{}()<>]/.test(line) && /\w \w/.test(line);

/** Sentences of a file: texts in quotes that have a space, and lines of text between tags. */
function listSentences(text: string): string[] {
  const code = withoutComments(text);
  const quoted = [...code.matchAll(QUOTED)].map(([match]) => match.slice(1, -1));
  const between = [...code.matchAll(/>([^<>{}=;]+)</g)].map(([, match = '']) => match);
  const parts = [...quoted, ...between, ...code.split('\n').filter(isProse)].map((part) => part.trim());
  return [...new Set(parts)].filter((part) => /\w \w/.test(part));
}

test('the check sees sentences in quotes, in templates and between tags, and no names of code', () => {
  const sample = [
    "const held = 'not held here';",
    'const text = `It is asked often`;',
    '<p>Look it up</p>',
    '<p>\n  None is held\n</p>',
    '// what is held',
    'isHeld(held)',
  ].join('\n');
  expect(listSentences(sample)).toEqual(['not held here', 'It is asked often', 'Look it up', 'None is held']);
});

/** Why a sentence stays as it is until its method has a new version. */
const IN_TRACE_HASH = 'the hash of a trace covers it, and flows that are stored compare that hash';
const IN_GRAPH_HASH = 'the hash of a graph covers it, and flows that are stored compare that hash';

/** Sentences with such a word that stay: file, part of the sentence, reason. */
const KEPT: readonly (readonly [path: string, part: string, reason: string])[] = [
  ['analysis/src/coinjoin/whirlpool-mix.ts', 'not every source could be looked up', 'parameter of a versioned rule'],
  ['analysis/src/coinjoin/whirlpool-mix.ts', 'their sources are not held', 'note of a versioned rule'],
  ['analysis/src/tracing/accounts/build-account-trace.ts', 'is not reckoned.', IN_TRACE_HASH],
  ['analysis/src/tracing/accounts/build-account-trace.ts', 'The index holds no receipt that', IN_TRACE_HASH],
  ['analysis/src/tracing/accounts/build-account-trace.ts', 'The index does not hold every block', IN_TRACE_HASH],
  ['analysis/src/tracing/accounts/replay.ts', 'is reckoned from what it gave', IN_TRACE_HASH],
  ['analysis/src/tracing/crossings/find-crossing.ts', 'so that nothing can be looked up', IN_TRACE_HASH],
  ['analysis/src/tracing/crossings/find-crossing.ts', 'In what is held', IN_TRACE_HASH],
  ['analysis/src/tracing/crossings/indexed-window.ts', 'is not held whole here', IN_TRACE_HASH],
  ['analysis/src/tracing/outputs/sentences.ts', 'not held whole', IN_TRACE_HASH],
  ['analysis/src/tracing/outputs/list-gaps.ts', 'are not held whole', 'continues a sentence of sentences.ts'],
  ['analysis/src/tracing/outputs/stop-rules.ts', 'The index does not hold the transaction', IN_TRACE_HASH],
  ['analysis/src/tracing/outputs/trace-state.ts', 'The index does not hold the value', IN_TRACE_HASH],
  ['analysis/src/tracing/flow-graph/draw-ends.ts', 'Owner not held', IN_GRAPH_HASH],
  ['analysis/src/tracing/flow-graph/draw-outputs.ts', 'Owner not held', IN_GRAPH_HASH],
  ['server/src/tracing/graph/graph-records.ts', 'Owner not held', IN_GRAPH_HASH],
  ['store/src/cases/usage/usage-rows.ts', "countKind('look-up')", 'a value that the audit log stores'],
];

const isKept = (path: string, sentence: string): boolean =>
  KEPT.some(([file, part]) => path === `packages/${file}` && sentence.includes(part));

function listFindings(path: string, sentence: string, list = INSTEAD): string[] {
  const text = sentence.replace(/\s+/g, ' ').slice(0, 120);
  return list.filter(([pattern]) => pattern.test(sentence)).map(([, better]) => `${path}: ${text} (write: ${better})`);
}

test('no sentence of a package has a word that the glossary replaces', () => {
  const findings = packaged.flatMap(({ path, text, isTest }) =>
    (isTest ? [] : listSentences(text))
      .filter((sentence) => !isKept(path, sentence))
      .flatMap((sentence) => listFindings(path, sentence)),
  );
  expect([...new Set(findings)]).toEqual([]);
});

test('each sentence that stays for a reason is still written where the list of them says', () => {
  const gone = KEPT.filter(
    ([file, part]) => !packaged.some(({ path, text }) => path === `packages/${file}` && text.includes(part)),
  );
  expect(gone).toEqual([]);
});

const COMMENT = /\/\*[\s\S]*?\*\/|(?:(?:^|[^\S\n])[^\S\n]*\/\/.*\n?)+/gm;
const TITLE = /(?:\b(?:test|it|describe)\w*(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,/g;

/** Comments of a file, neighbouring lines as one, without the code that they quote; and the titles of its tests. */
function listNotes(text: string, isTest: boolean): string[] {
  const comments = [...text.matchAll(COMMENT)].map(([match]) =>
    match.replace(/(?:^|\n)\s*(?:\/\/|\/?\*+\/?)|`[^`]*`|\s+/g, ' ').replace(/ +/g, ' '),
  );
  const titles = isTest ? [...withoutComments(text).matchAll(TITLE)].map(([, , title = '']) => title) : [];
  return [...comments, ...titles];
}

test('the check sees comments over several lines and titles of tests, and no code that a comment quotes', () => {
  const sample = ['// none is', '// held', "test('is held', () => {", "})('is asked', run);", '/** `look-up` */'].join(
    '\n',
  );
  expect(listNotes(sample, true).flatMap((note) => listFindings('sample', note))).toHaveLength(3);
});

test('no comment and no title of a test, save in the samples above, has a word that the glossary replaces', () => {
  const others = sources.filter(({ path }) => path !== 'test/architecture/words.test.ts');
  const findings = others.flatMap(({ path, text, isTest }) =>
    listNotes(text, isTest)
      .filter((note) => !isKept(path, note))
      .flatMap((note) => listFindings(path, note, INSTEAD_IN_CODE)),
  );
  expect([...new Set(findings)]).toEqual([]);
});

/** Its table is the rule set, whose hash names the version. */
const GENERATED = new Set(['docs/methods/threat-rules.md']);

const DOCUMENTS = ['docs', 'docs/decisions', 'docs/guide', 'docs/methods'];

function listDocuments(): string[] {
  const inside = [...DOCUMENTS, 'data/content/case-study', 'data/content/portal'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  );
  const all = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...inside];
  return all.filter((path) => path.endsWith('.md') && !GENERATED.has(path));
}

test('no line of a document has a word that the glossary replaces, save in code and in the address of a link', () => {
  const findings = listDocuments().flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .replace(/^```[\s\S]*?^```|`[^`\n]*`|\]\([^)\n]*\)/gm, '')
      .split('\n')
      .flatMap((line) => listFindings(path, line)),
  );
  expect(findings).toEqual([]);
});
