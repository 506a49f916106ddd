import { formatDay } from '../../../format/time.ts';
import type { LabelAppeal } from './appeal-queries.ts';

export const APPEAL_STATES: Readonly<Record<LabelAppeal['state'], string>> = {
  open: 'Contested',
  accepted: 'Found wrong',
  rejected: 'Appeal rejected',
  withdrawn: 'Appeal withdrawn',
};

/** The appeal that counts: the one that waits, else the one decided last. A withdrawn one says nothing. */
export function appealThatCounts(appeals: readonly LabelAppeal[], label: string): LabelAppeal | undefined {
  const own = appeals.filter((appeal) => appeal.label === label && appeal.state !== 'withdrawn');
  const timeOf = ({ decided, openedAt }: LabelAppeal): number => decided?.at ?? openedAt;
  return own.find(({ state }) => state === 'open') ?? own.toSorted((a, b) => timeOf(b) - timeOf(a))[0];
}

/** Who acted and when; what they wrote is shown after it. */
export function describeAppeal({ state, openedAt, openedBy, decided }: LabelAppeal): string {
  const { at, by } = state === 'open' || !decided ? { at: openedAt, by: openedBy } : decided;
  return `${by}, ${formatDay(at)}${state === 'open' ? ', not decided' : ''}:`;
}
