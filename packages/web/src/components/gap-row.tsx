import type { Gap } from '@trailmark/api/wire';
import { formatPlural } from '../format/number.ts';

const KINDS: Readonly<Record<Gap['kind'], string>> = {
  'heights-missing': 'Heights missing',
  'previous-output-unknown': 'Previous outputs not known',
  'scripts-missing': 'Scripts missing',
  'time-estimated': 'Times estimated',
  'height-estimated': 'Heights estimated',
  'block-partial': 'Block in part',
  'stopped-early': 'Stopped early',
  'internal-missing': 'Internal transfers missing',
  'fee-missing': 'Fees missing',
  'token-missing': 'Token transfers missing',
  'reward-missing': 'Block rewards missing',
  'recipient-unknown': 'Recipients not known',
  'foreign-genesis': 'Another first block',
  'value-stated': 'Values as stated',
  'fetched-part': 'Fetched in part',
};

export interface GapRowProps {
  readonly gap: Gap;
}

/** One thing that is missing: its kind, then the server's sentence, which says where and what. The same words on screen and on paper. */
export function GapRow({ gap }: GapRowProps) {
  return (
    <div className="tm-gap">
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d="M0 8h3M13 8h3" stroke="currentColor" strokeWidth="1.4" strokeDasharray="1.5 1" />
        <path d="M6 3v10M10 3v10" stroke="currentColor" strokeWidth="1.6" />
      </svg>
      <span>
        <b>{KINDS[gap.kind]}.</b> {gap.message}
        {gap.count !== null && gap.count > 1 && (
          <span className="tm-t3"> {formatPlural(gap.count, 'row')} touched.</span>
        )}
      </span>
    </div>
  );
}
