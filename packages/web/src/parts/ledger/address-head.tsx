import type { ChainId } from '@trailmark/core/chain';
import { useAddressKnowledge } from '../../address-knowledge.ts';
import { AccountHeadNotes } from '../../components/account/account-head-notes.tsx';
import { listAddressKnowledge } from '../../components/address-knowledge.tsx';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { CoverageBanner } from '../../components/coverage-banner.tsx';
import { Statements } from '../../components/evidence-mark.tsx';
import { KeyFigures } from '../../components/key-figures.tsx';
import { listAddressFigures } from '../../components/ledger/address-figures.tsx';
import { Missing } from '../../components/missing.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { isSeen, type LedgerSummary, listRelevantGaps, type OutputSummary } from '../../format/ledger-summary.ts';
import { formatPlural } from '../../format/number.ts';
import { describeAddress } from '../../format/words.ts';
import { useValues } from '../../prices.ts';
import { trackUrl } from '../../url.ts';
import { FetchPanel } from '../sources/fetch-panel.tsx';

const NO_NODE =
  'This server is not connected to a node, so it knows no unconfirmed transaction. That does not show that there is none.';

export interface AddressHeadProps {
  readonly summary: LedgerSummary;
  /** Where an address opens. */
  readonly link: (target: { readonly chain: ChainId; readonly address: string }) => string;
  /** On pages for visitors: only labels that may be shown to them. */
  readonly publicOnly?: boolean;
}

/** What waits for a block; on pages for visitors only where something does. */
function Unconfirmed({ summary, publicOnly = false }: { readonly summary: OutputSummary; publicOnly?: boolean }) {
  const { unconfirmed, chain } = summary;
  const { decimals, symbol } = traitsOf(chain);
  if (publicOnly && !unconfirmed?.transactionCount) return null;
  return (
    <p className={publicOnly ? 'tm-note' : 'as-unconfirmed tm-sm'}>
      {!unconfirmed ? (
        <>
          Unconfirmed: <Missing reason={NO_NODE} />
        </>
      ) : unconfirmed.transactionCount === 0 ? (
        'Unconfirmed: none known to this server’s node'
      ) : (
        <>
          Unconfirmed, not in these figures: {formatPlural(unconfirmed.transactionCount, 'transaction')}, receiving{' '}
          <Amount units={unconfirmed.received} decimals={decimals} symbol={symbol} />, sending{' '}
          <Amount units={unconfirmed.sent} decimals={decimals} symbol={symbol} />
        </>
      )}
    </p>
  );
}

/** The same owner in other spellings. */
function Forms({ aliases }: Pick<OutputSummary, 'aliases'>) {
  if (aliases.length === 0) return null;
  return (
    <dl className="tm-aliases">
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
export function AddressHead({ summary, link, publicOnly = false }: AddressHeadProps) {
  const { chain, address, coverage, fetched } = summary;
  const knowledge = useAddressKnowledge(chain, address, { publicOnly });
  const values = useValues();
  const text =
    summary.family === 'outputs' ? (
      describeAddress(summary)
    ) : (
      <AccountHeadNotes summary={summary} linkAddress={(other) => link({ chain, address: other })} link={link} />
    );
  return (
    <>
      <Statements items={[{ kind: 'fact', text }, ...listAddressKnowledge(knowledge)]} />
      {summary.family === 'outputs' && <Forms aliases={summary.aliases} />}
      <CoverageBanner
        coverage={{ ...coverage, gaps: listRelevantGaps(summary) }}
        action={
          <AppLink className="tm-btn sm" href={trackUrl({ chain })}>
            Index coverage
          </AppLink>
        }
      />
      {!coverage.complete && <FetchPanel chain={chain} address={address} fetched={fetched} />}
      {isSeen(summary) && (
        <div>
          <KeyFigures figures={listAddressFigures(summary, values)} />
          {summary.family === 'outputs' && <Unconfirmed summary={summary} publicOnly={publicOnly} />}
        </div>
      )}
    </>
  );
}
