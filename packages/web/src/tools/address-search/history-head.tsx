import type { OutputAddress } from '@trailmark/api/contract/address';
import { getChain } from '@trailmark/chains/catalogue';
import { useAddressKnowledge } from '../../address-knowledge.ts';
import { listAddressKnowledge } from '../../components/address-knowledge.tsx';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { CoverageBanner } from '../../components/coverage-banner.tsx';
import { Statements } from '../../components/evidence-mark.tsx';
import { KeyFigures } from '../../components/key-figures.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatPlural } from '../../format/number.ts';
import { describeAddress } from '../../format/words.ts';
import { FetchPanel } from '../../parts/sources/fetch-panel.tsx';
import { useValues } from '../../prices.ts';
import { trackUrl } from '../../url.ts';
import { listHistoryFigures } from './history-figures.tsx';
import { listRelevantGaps } from './relevant-gaps.ts';

interface HeadProps {
  readonly summary: OutputAddress;
}

const NO_NODE =
  'This server is not connected to a node, so it knows no unconfirmed transaction. That does not show that there is none.';

function Unconfirmed({ summary: { unconfirmed, chain } }: HeadProps) {
  const { decimals, symbol } = getChain(chain);
  if (!unconfirmed) {
    return (
      <p className="as-unconfirmed tm-sm">
        Unconfirmed: <Missing reason={NO_NODE} />
      </p>
    );
  }
  if (unconfirmed.transactionCount === 0) {
    return <p className="as-unconfirmed tm-sm">Unconfirmed: none known to this server’s node</p>;
  }
  return (
    <p className="as-unconfirmed tm-sm">
      Unconfirmed, not in these figures: {formatPlural(unconfirmed.transactionCount, 'transaction')}, receiving{' '}
      <Amount units={unconfirmed.received} decimals={decimals} symbol={symbol} />, sending{' '}
      <Amount units={unconfirmed.sent} decimals={decimals} symbol={symbol} />
    </p>
  );
}

function Forms({ summary: { aliases } }: HeadProps) {
  if (aliases.length === 0) return null;
  return (
    <dl className="as-forms">
      {aliases.map(({ form, text }) => (
        <div key={form + text}>
          <dt>{form === 'p2pk' ? 'Bare key' : `${form.charAt(0).toUpperCase()}${form.slice(1)}`}</dt>
          {text.includes(' ') ? (
            <dd>{text}</dd>
          ) : (
            <dd>
              <span className="tm-id whole">{text}</span> <CopyButton value={text} what={form} size="sm" />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** What is known of the address as a whole: statements, spellings, coverage, figures. */
export function HistoryHead({ summary }: HeadProps) {
  const knowledge = useAddressKnowledge(summary.chain, summary.address);
  const values = useValues();
  const isSeen = summary.status === 'seen' || (summary.unconfirmed?.transactionCount ?? 0) > 0;
  return (
    <>
      <Statements items={[{ kind: 'fact', text: describeAddress(summary) }, ...listAddressKnowledge(knowledge)]} />
      <Forms summary={summary} />
      <CoverageBanner
        coverage={{ ...summary.coverage, gaps: listRelevantGaps(summary.coverage.gaps, summary.totals) }}
        action={
          <AppLink className="tm-btn sm" href={trackUrl({ chain: summary.chain })}>
            What is held
          </AppLink>
        }
      />
      {!summary.coverage.complete && (
        <FetchPanel chain={summary.chain} address={summary.address} fetched={summary.fetched} />
      )}
      {isSeen && (
        <div>
          <KeyFigures figures={listHistoryFigures(summary, values)} />
          <Unconfirmed summary={summary} />
        </div>
      )}
    </>
  );
}
