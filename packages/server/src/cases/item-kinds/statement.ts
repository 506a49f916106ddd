import { addressKey } from './identifiers.ts';
import { defineItemKind } from './item-kind.ts';

/** Identifiers of one item: a set of thousands is found by its first addresses. */
const MOST = 200;

interface Subject {
  readonly chain: string;
  readonly text: string;
}

function subjectsOf(body: unknown): readonly Subject[] {
  const { subjects } = (body ?? {}) as { readonly subjects?: readonly Subject[] };
  return Array.isArray(subjects) ? subjects : [];
}

/** Balances, totals and lots of a set of addresses over a period; the lines are made again by the same call. */
export const statementItem = defineItemKind({
  id: 'statement',
  name: 'Statement',
  tab: 'addresses',
  route: 'runStatement',
  describe: ({ body }, answer) => {
    const subjects = subjectsOf(body);
    const { lineCount, rules } = answer as { readonly lineCount?: number; readonly rules?: string };
    const others = subjects.length > 1 ? ` and ${subjects.length - 1} more` : '';
    return {
      title: `Statement of ${subjects[0]?.text ?? 'nothing'}${others}: ${lineCount ?? 0} lines`.slice(0, 300),
      identifiers: subjects.slice(0, MOST).map(({ chain, text }) => addressKey(chain, text)),
      method: `statement/${(rules ?? '').split(' ').length}`,
    };
  },
  page: ({ body }) => {
    const set = subjectsOf(body)
      .map(({ chain, text }) => `${chain}:${text}`)
      .join(',');
    return set === '' || set.length > 1_500 ? null : `/wallet-statement?${new URLSearchParams({ set })}`;
  },
});
