import { expect, test } from 'vitest';
import { parseInline, parseMarkdown, toSafeHref } from './markdown.ts';

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'vbscript:x',
  ' https://a b',
  '../up',
])('%s leads nowhere', (href) => {
  expect(toSafeHref(href)).toBeUndefined();
  expect(parseInline(`[press](${href.trim().replaceAll(' ', '')})`).some(({ kind }) => kind === 'link')).toBe(
    toSafeHref(href.trim().replaceAll(' ', '')) !== undefined,
  );
});

test('links lead to this site, to http(s), and from one method to another', () => {
  expect(toSafeHref('/resources/publications')).toBe('/resources/publications');
  expect(toSafeHref('https://www.rfc-editor.org/rfc/rfc6962')).toBe('https://www.rfc-editor.org/rfc/rfc6962');
  expect(toSafeHref('co-spend.md#limits')).toBe('/resources/methods/co-spend');
});

test('HTML stays text', () => {
  expect(parseMarkdown('<img src=x onerror=alert(1)> and <script>')).toEqual([
    { kind: 'paragraph', content: [{ kind: 'text', text: '<img src=x onerror=alert(1)> and <script>' }] },
  ]);
});

test('marks within a line are distinguished', () => {
  expect(parseInline('a **b** *c* `d` [e](/f)')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'emphasis', text: 'c' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'd' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'e', href: '/f' },
  ]);
});

test('lists nest, tasks are tasks, and lines of one item are joined', () => {
  const [list, tasks] = parseMarkdown('1. one\n   more of it\n   - inner\n2. two\n\n- [ ] to do\n- [ ] also');
  expect(list).toMatchObject({ kind: 'list', style: 'numbers', items: [{ children: [{ style: 'bullets' }] }, {}] });
  expect(list?.kind === 'list' && list.items[0]?.content).toEqual([{ kind: 'text', text: 'one more of it' }]);
  expect(tasks).toMatchObject({ kind: 'list', style: 'tasks', items: [{}, {}] });
});

test('tables, code, quotations and headings are blocks', () => {
  const kinds = parseMarkdown('# A\ntext\n## B\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode | x\n```\n').map(
    ({ kind }) => kind,
  );
  expect(kinds).toEqual(['heading', 'paragraph', 'heading', 'quote', 'table', 'code']);
});

test('a text that never closes its code ends', () => {
  expect(parseMarkdown('```\nopen')).toEqual([{ kind: 'code', text: 'open' }]);
});
