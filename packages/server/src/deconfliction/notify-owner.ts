import type { Transaction } from '@trailmark/store/cases/casework';
import { findParty } from '@trailmark/store/cases/deconfliction/conflict-rows';
import type { Grade, InterestRow } from '@trailmark/store/cases/deconfliction/interest-rows';
import { deconfliction } from '../inbox/kinds/deconfliction.ts';
import { raiseAlert } from '../inbox/raise-alert.ts';

/** What both sides agree to show at first: an open entry names its agency at once, and only where the very same was filed. */
export const firstStep = (sensitivity: InterestRow['sensitivity'], grade: Grade): number =>
  sensitivity === 'open' && grade === 'exact' ? 2 : 1;

const GRADE_WORDS: Readonly<Record<Grade, string>> = {
  exact: 'exact match',
  cluster: 'match by the same cluster, an inference',
  hop: 'match by neighbours on the ledger, the weakest',
};

/** One match in a sentence; a partner of another installation is named, as its answer cannot come from anybody else. */
export function describeMatch(grade: Grade, partner?: string): string {
  const whose = partner === undefined ? '' : ` with ${partner}`;
  return `One ${GRADE_WORDS[grade]}${whose}. Neither side sees what the other filed.`;
}

/** Notifies the case of an interest that somebody else filed the same; an agency on the same server is not named. */
export async function notifyOwner(
  tx: Transaction,
  interest: string,
  { id, grade, partner }: { readonly id: string; readonly grade: Grade; readonly partner?: string },
  at: Date,
): Promise<void> {
  const party = await findParty(tx, interest);
  if (!party) return;
  await raiseAlert(tx, {
    agency: party.agency,
    case: party.caseId,
    kind: deconfliction,
    key: `conflict:${id}:${interest}`,
    mark: grade === 'exact' ? 'fact' : 'inference',
    title: 'Somebody else filed an interest in what this case names',
    summary: describeMatch(grade, partner),
    body: { movements: [], lines: [], notes: [], facts: { interest, conflict: id, grade } },
    place: null,
    happenedAt: at,
    origin: { id: 'deconfliction', name: 'Deconfliction', words: '' },
    recipients: [party.accountId],
    at,
  });
}
