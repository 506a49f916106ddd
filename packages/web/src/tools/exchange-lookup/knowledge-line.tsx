import type { RulesAsOf } from '@trailmark/api/contract/cluster';
import type { LabelsAsOf } from '@trailmark/api/contract/label';
import type { AsOf } from '@trailmark/api/wire';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { labelPacksUrl } from '../../url.ts';

export interface KnowledgeLineProps {
  readonly labels: LabelsAsOf;
  /** Null where no ledger was queried. */
  readonly rules: RulesAsOf | null;
  readonly asOf?: AsOf | undefined;
}

/** Which labels and rules the answer above was computed with. */
export function KnowledgeLine({ labels, rules, asOf }: KnowledgeLineProps) {
  return (
    <div className="tm-foot xl-knowledge">
      <span className="tm-grow">
        <AsOfLine asOf={asOf} labels={labels} rules={rules} packsHref={labelPacksUrl()} />
      </span>
    </div>
  );
}
