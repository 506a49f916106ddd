import type { RulesAsOf } from '@trailmark/api/contract/cluster';
import type { LabelsAsOf } from '@trailmark/api/contract/label';
import type { AsOf } from '@trailmark/api/wire';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { formatCount } from '../../format/number.ts';
import { labelPacksUrl } from '../../url.ts';

export interface KnowledgeLineProps {
  readonly labels: LabelsAsOf;
  /** Null where no ledger was asked. */
  readonly rules: RulesAsOf | null;
  readonly asOf?: AsOf | undefined;
}

/** How far the rules have read: a cluster is true only up to there. */
function describeRules({ version, state, height, progress }: RulesAsOf): string {
  const rules = `Rules ${version.slice(0, 8)}`;
  if (height === null) return `${rules}, no block read yet.`;
  if (state === 'ready') return `${rules} up to height ${formatCount(height)}.`;
  return `${rules} still reading: up to height ${formatCount(height)}, ${Math.floor(progress * 100)} % of the ledger held.`;
}

/** Which labels and rules the answer above was computed with. */
export function KnowledgeLine({ labels, rules, asOf }: KnowledgeLineProps) {
  const { asOf: day, labelCount, version } = labels;
  return (
    <div className="tm-foot xl-knowledge">
      <span className="tm-grow">
        {asOf && <AsOfLine asOf={asOf} />}{' '}
        <span className="tm-asof">
          {labelCount === 0 ? (
            'No label pack is in force.'
          ) : (
            <>
              <AppLink href={labelPacksUrl()}>Labels</AppLink> {version.slice(0, 8)}
              {day && `, as of ${day}`}, {formatCount(labelCount)} claims.
            </>
          )}{' '}
          {rules && describeRules(rules)}
        </span>
      </span>
    </div>
  );
}
