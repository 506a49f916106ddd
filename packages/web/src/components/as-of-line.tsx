import type { RulesAsOf } from '@trailmark/api/contract/cluster';
import type { LabelsAsOf } from '@trailmark/api/contract/label';
import type { AsOf } from '@trailmark/api/wire';
import { chainName } from '@trailmark/chains/account-catalogue';
import { describeLabels, describePrices, describeRules } from '../format/as-of.ts';
import { shorten } from '../format/identifier.ts';
import { formatCount } from '../format/number.ts';
import { formatTime } from '../format/time.ts';
import { AppLink } from './app-link.tsx';

/** What an answer was computed with in addition to the ledger; null and absent parts had no share in it. */
export interface KnowledgeAsOf {
  readonly labels?: LabelsAsOf | null | undefined;
  readonly prices?: { readonly version: string } | null | undefined;
  readonly rules?: RulesAsOf | null | undefined;
}

/** The tip of a chain of either family. */
export type AnyAsOf = AsOf;

export interface AsOfLineProps extends KnowledgeAsOf {
  readonly asOf?: AnyAsOf | undefined;
  /** Page that lists the label packs. */
  readonly packsHref?: string | undefined;
}

/** The last whole block, where there is one. */
function Height({ asOf }: { readonly asOf: AnyAsOf }) {
  const name = chainName(asOf.chain);
  if (asOf.height === null) return <>No whole block of {name} is indexed.</>;
  const at = asOf.time === null ? '' : `, ${formatTime(asOf.time)} UTC`;
  return (
    <>
      As of {name} height {formatCount(asOf.height)}
      {asOf.hash !== null && (
        <>
          ,{' '}
          <span className="tm-mono" title={asOf.hash}>
            {shorten(asOf.hash, { head: 4, tail: 8, differing: [] })}
          </span>
        </>
      )}
      {at}.{asOf.completeTo === null && ' Earlier blocks are missing.'}
      {typeof asOf.completeTo === 'number' &&
        asOf.completeTo < asOf.height &&
        ` Complete to height ${formatCount(asOf.completeTo)}.`}
    </>
  );
}

/** The block, what was fetched of the subject, the clock and the software. */
function Tip({ asOf }: { readonly asOf: AnyAsOf }) {
  const { fetched, answeredAt, software } = asOf;
  return (
    <>
      <Height asOf={asOf} />
      {fetched &&
        ` Fetched from ${fetched.source} on ${formatTime(fetched.at)} UTC, up to height ${formatCount(fetched.toHeight)}.`}
      {answeredAt !== undefined && ` Answered ${formatTime(answeredAt)} UTC.`} Software {software}.{' '}
    </>
  );
}

/** What the figures above are true of: chain tip and software, and the labels, prices and rules they were computed with. */
export function AsOfLine({ asOf, labels, prices, rules, packsHref }: AsOfLineProps) {
  return (
    <span className="tm-asof">
      {asOf && <Tip asOf={asOf} />}
      {labels && (
        <span title={`Version ${labels.version} of the labels`}>
          {packsHref === undefined ? 'Labels' : <AppLink href={packsHref}>Labels</AppLink>}
          {describeLabels(labels)}{' '}
        </span>
      )}
      {prices && <span title={`Version ${prices.version} of the price table`}>{describePrices(prices)} </span>}
      {rules && <span title={`Version ${rules.version} of the rules`}>{describeRules(rules)}</span>}
    </span>
  );
}
