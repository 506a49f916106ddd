import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { NETWORKS, networkOfChain } from '@trailmark/core/network';
import type { Crossing, CrossingEnd } from '@trailmark/core/trace/crossing';
import { formatWait } from '@trailmark/core/trace/format-wait';
import { Time } from '../../../components/time.tsx';
import { escapeHostile } from '../../../format/hostile-text.ts';
import { shorten } from '../../../format/identifier.ts';
import { FlowAmount } from '../flow-amount.tsx';
import { assetIdOf } from '../trace-run.ts';

/** How sure a bridge transfer is, in words. */
export const CERTAINTY_WORDS: Readonly<Record<Crossing['certainty'], string>> = {
  proven: 'Proven: both sides log one message id',
  stated: 'Stated: one side names the other',
  likely: 'Likely at most: receiver, amount and time fit',
};

/** How long the money was under way; below zero block times differ. */
export function describeWait(seconds: number): string {
  const words = formatWait(seconds);
  return seconds < 0 ? `${words}, the payment out being the earlier by block times` : words;
}

function nameChain(chain: CrossingEnd['chain']): string {
  const network = networkOfChain(chain);
  return network ? NETWORKS[network] : chain;
}

function Side({
  document,
  end,
  word,
}: {
  readonly document: FlowDocument;
  readonly end: CrossingEnd;
  readonly word: string;
}) {
  const asset = assetIdOf(end.chain, end.asset);
  return (
    <>
      <div>
        <dt>{word}</dt>
        <dd>
          <FlowAmount document={document} asset={asset} units={end.amount} />
        </dd>
      </div>
      <div>
        <dt>of it traced</dt>
        <dd>
          <FlowAmount document={document} asset={asset} units={end.tainted} />
        </dd>
      </div>
      <div>
        <dt>{nameChain(end.chain)}</dt>
        <dd>
          <span className="tm-id" title={end.ref}>
            {shorten(end.ref, { head: 10, tail: 10, differing: [] })}
          </span>{' '}
          <Time seconds={end.time} />
        </dd>
      </div>
    </>
  );
}

/** Both sides of one bridge transfer, how long it took, and what joins them. */
export function CrossingFacts({
  document,
  crossing,
}: {
  readonly document: FlowDocument;
  readonly crossing: Crossing;
}) {
  return (
    <>
      <p>
        <b>{escapeHostile(crossing.protocol)}</b>. {CERTAINTY_WORDS[crossing.certainty]}.
      </p>
      <dl className="cf-pairs">
        <Side document={document} end={crossing.from} word="Paid in" />
        <Side document={document} end={crossing.to} word="Paid out" />
        <div>
          <dt>Between them</dt>
          <dd>{describeWait(crossing.seconds)}</dd>
        </div>
      </dl>
      <p className="tm-t2 tm-sm">{crossing.basis}</p>
    </>
  );
}
