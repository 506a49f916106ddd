import type { ClusterLinkRow } from '@trailmark/api/contract/cluster';
import { EvidenceMark } from '../../components/evidence-mark.tsx';

type Rule = ClusterLinkRow['rules'][number];

/** "co-spend v1": the name a rule has in reports. */
export function formatRule({ id, version }: Pick<Rule, 'id' | 'version'>): string {
  return `${id} v${version}`;
}

/** The rules of a link, with the mark of an inference; their names in words are on hover. */
export function RuleText({ rules }: { readonly rules: readonly Rule[] }) {
  return (
    <span className="xl-verdict tm-nw" title={rules.map(({ name }) => name).join(', ')}>
      <EvidenceMark kind="inference" />
      <span>{rules.map(formatRule).join(', ')}</span>
    </span>
  );
}
