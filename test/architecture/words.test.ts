import { expect, test } from 'vitest';
import { packaged, withoutComments } from './sources.ts';

// Words that people would stumble over, wherever the web application writes a sentence. "Held" is both "stored" and "judged to be",
// and the rest is used in a rare sense. Every check lists all its findings at once, each as "file: sentence".

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

const texts = packaged.filter(({ packageName, isTest }) => packageName === 'web' && !isTest);

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

test('no sentence of the web application has a word that the glossary replaces', () => {
  const findings = texts.flatMap(({ path, text }) =>
    listSentences(text).flatMap((sentence) =>
      INSTEAD.filter(([pattern]) => pattern.test(sentence)).map(
        ([, better]) => `${path}: ${sentence.replace(/\s+/g, ' ').slice(0, 120)} (write: ${better})`,
      ),
    ),
  );
  expect([...new Set(findings)]).toEqual([]);
});
