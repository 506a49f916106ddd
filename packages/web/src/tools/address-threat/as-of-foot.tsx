import type { ScreeningAnswer } from '@trailmark/api/contract/screening';
import { chainName } from '@trailmark/chains/account-catalogue';
import { CopyButton } from '../../components/copy-button.tsx';
import { shorten } from '../../format/identifier.ts';
import { formatCount } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';

const HEX = { head: 4, tail: 4, differing: [] } as const;
const VERSION_CHARS = 12;

function Versions({ asOf, ruleSet }: Pick<ScreeningAnswer, 'asOf' | 'ruleSet'>) {
  const { labels, prices, software } = asOf;
  return (
    <>
      {' '}
      <span title={`Version ${labels} of the labels`}>Labels {labels.slice(0, VERSION_CHARS)}.</span>{' '}
      <span title={`Version ${prices} of the prices`}>Prices {prices.slice(0, VERSION_CHARS)}.</span>{' '}
      <span title={`SHA-256 of the rule set: ${ruleSet.hash}`}>
        Rules <bdi>{ruleSet.name}</bdi>, {shorten(ruleSet.hash, HEX)}.
      </span>{' '}
      {software}.
    </>
  );
}

export interface AsOfFootProps extends Pick<ScreeningAnswer, 'asOf' | 'ruleSet'> {
  /** Hash of the answer, where it has one. */
  readonly hash?: string;
}

/** What the verdict is true of. The same request over the same of these gives the same bytes. */
export function AsOfFoot({ asOf, ruleSet, hash }: AsOfFootProps) {
  const { chain, height, time } = asOf;
  return (
    <p className="tm-foot th-foot">
      <span className="tm-grow">
        {height === null
          ? `No whole block of ${chainName(chain)} is indexed.`
          : `As of ${chainName(chain)} height ${formatCount(height)}`}
        {height !== null && asOf.hash !== null && (
          <>
            ,{' '}
            <span className="tm-mono" title={asOf.hash}>
              {shorten(asOf.hash, HEX)}
            </span>
          </>
        )}
        {height !== null && (time === null ? '.' : `, ${formatTime(time)} UTC.`)}
        <Versions asOf={asOf} ruleSet={ruleSet} />
      </span>
      {hash !== undefined && (
        <span className="tm-mono tm-nw" title={`SHA-256 of the result: ${hash}`}>
          result {shorten(hash, HEX)} <CopyButton value={hash} what="hash of the result" size="sm" />
        </span>
      )}
    </p>
  );
}
