import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTENT_KINDS, type ContentItem, type ContentKind, contentItem } from '@trailmark/api/contract/content';
import { AppError } from '@trailmark/core/errors';

const CONTENT = fileURLToPath(new URL('../../../../data/content', import.meta.url));
const METHODS = fileURLToPath(new URL('../../../../docs/methods', import.meta.url));

/** What the software came with, by kind, in the order it is shown. */
export type BundledContent = Readonly<Record<ContentKind, readonly ContentItem[]>>;

const FRONT = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/;

/** An item as a file: its facts as JSON between two lines of three hyphens, then its text. */
function parseFile(text: string, file: string): unknown {
  const parts = FRONT.exec(text);
  if (!parts) throw new AppError('internal', `${file} does not begin with its facts between two lines of "---".`);
  return { ...(JSON.parse(parts[1] ?? '') as object), slug: basename(file, '.md'), body: parts[2]?.trim() };
}

/** The first heading names the page of a method, its first paragraph says what it is about. */
function parseMethod(text: string, file: string): unknown {
  const [, title = file, rest = ''] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [];
  const summary = rest.split(/\n\s*\n/).find((part) => part.trim() !== '' && !part.trimStart().startsWith('#')) ?? '';
  return {
    slug: basename(file, '.md'),
    title,
    summary: summary.trim().replaceAll('\n', ' ').slice(0, 1_000),
    facts: { kind: 'method' },
    body: rest.trim(),
  };
}

function check(value: unknown, file: string): ContentItem {
  const result = contentItem.safeParse({ ...(value as object), version: 0, changedAt: null });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError('internal', `${file}: ${issue?.path.join('.')} ${issue?.message}`);
}

function readFolder(folder: string, parse: (text: string, file: string) => unknown): ContentItem[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => check(parse(readFileSync(join(folder, name), 'utf8'), name), name));
}

let bundled: BundledContent | undefined;

/** Reads and checks every bundled text, once; a file that does not fit stops the start rather than a reader. */
export function readBundledContent(): BundledContent {
  bundled ??= readContent();
  return bundled;
}

function readContent(): BundledContent {
  const publications = JSON.parse(readFileSync(join(CONTENT, 'publications.json'), 'utf8')) as unknown[];
  const content: Record<ContentKind, ContentItem[]> = {
    publication: publications.map((value, index) => check(value, `publications.json, item ${index}`)),
    'case-study': readFolder(join(CONTENT, 'case-study'), parseFile),
    portal: readFolder(join(CONTENT, 'portal'), parseFile),
    method: readFolder(METHODS, parseMethod),
  };
  for (const kind of CONTENT_KINDS) {
    const wrong = content[kind].find(({ facts }) => facts.kind !== kind);
    if (wrong) throw new AppError('internal', `${wrong.slug} lies among items of another kind than its facts say.`);
  }
  return content;
}
