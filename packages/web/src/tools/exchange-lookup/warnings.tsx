import { IconAlertTriangle } from '@tabler/icons-react';
import type { Attribution } from '@trailmark/api/contract/lookup';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { curlQuotes } from './verdict.ts';

type Warning = Attribution['warnings'][number];

/** Each kind of warning in two words, for lists; its sentence is on the page of the address. */
export const WARNING_WORDS: Readonly<Record<Warning['kind'], string>> = {
  'nested-service': 'nested service',
  contradiction: 'sources disagree',
  'old-label': 'old label',
  sanctioned: 'sanctioned',
  'partial-history': 'partial history',
};

const HEADINGS: Readonly<Record<Warning['kind'], string>> = {
  'nested-service': 'Another service may hold the keys.',
  contradiction: 'Sources disagree.',
  'old-label': 'The label may be out of date.',
  sanctioned: 'Sanctions.',
  'partial-history': 'The history is partly indexed.',
};

const ORDER: readonly Warning['kind'][] = [
  'sanctioned',
  'contradiction',
  'nested-service',
  'old-label',
  'partial-history',
];

/** What to know before the answer is used, the gravest first. */
export function Warnings({ warnings }: Pick<Attribution, 'warnings'>) {
  if (warnings.length === 0) return null;
  const sorted = warnings.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  return (
    <ul className="xl-warnings" aria-label="Warnings">
      {sorted.map(({ kind, sentence }) => (
        <li key={kind + sentence} className={kind === 'sanctioned' ? 'severe' : undefined}>
          {kind === 'sanctioned' ? (
            <CategoryGlyph category="sanctioned" size={18} />
          ) : (
            <IconAlertTriangle size={18} stroke={1.5} aria-hidden="true" />
          )}
          <span>
            <b>{HEADINGS[kind]}</b> {curlQuotes(sentence)}
          </span>
        </li>
      ))}
    </ul>
  );
}
