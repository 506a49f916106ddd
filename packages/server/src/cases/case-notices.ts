import type { CaseOverview } from '@trailmark/api/contract/case';
import { listNotices, type NoticeKind } from '@trailmark/store/cases/agency-cases/overlap-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { toSeconds } from './case-view.ts';
import { nameKeys } from './item-kinds/identifiers.ts';

interface Facts {
  readonly keys?: readonly string[];
  readonly case?: { readonly number: string; readonly title: string } | null;
  readonly by?: string;
  readonly reason?: string;
  readonly isSealed?: boolean;
  readonly isAnswer?: boolean;
}

const NOTICES_SHOWN = 20;

const SENTENCES: Readonly<Record<NoticeKind, (facts: Facts) => string>> = {
  overlap: ({ keys = [], case: other }) => {
    const what = nameKeys(keys);
    return other
      ? `The case ${other.number}, ${other.title}, also names ${what}.`
      : `Another case of your agency, which you may not see, also names ${what}.`;
  },
  'break-glass': ({ by = '', reason = '', isSealed }) =>
    isSealed
      ? `${by} requested emergency access by the number of this case, and received no sign that it exists: “${reason}” You may add a member.`
      : `${by} opened this case in an emergency: “${reason}”`,
  custodian: ({ by = '', keys = [], reason = '', isAnswer = false }) =>
    isAnswer
      ? 'The custodian of a case that you may not see has answered you.'
      : `${by} asks about ${nameKeys(keys)}: “${reason}”`,
  retention: ({ reason = '' }) => reason,
};

/** The notices of the reader about a case, the last first. */
export async function readNotices(
  tx: Transaction,
  id: string,
  lastVisit: Date | null,
): Promise<CaseOverview['notices']> {
  const rows = await listNotices(tx, id, NOTICES_SHOWN);
  return rows.map(({ id: notice, at, kind, facts }) => ({
    id: notice,
    at: toSeconds(at),
    sentence: SENTENCES[kind](facts as Facts),
    isNew: lastVisit === null || at > lastVisit,
  }));
}
