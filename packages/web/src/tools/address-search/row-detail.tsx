import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import { getChain } from '@trailmark/chains/catalogue';
import { type Answer, transactionQuery } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { Confirmations } from '../../components/confirmations.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { describePrice, Fiat, FiatHeader } from '../../components/fiat.tsx';
import { LabelScope } from '../../components/label-scope.tsx';
import { Missing } from '../../components/missing.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { formatCount } from '../../format/number.ts';
import { formatFlag } from '../../format/words.ts';
import { useLabels } from '../../labels.ts';
import type { ValueSettings } from '../../prices.ts';
import { blockUrl, transactionUrl } from '../../url.ts';
import type { HistoryPlace } from './history-link.ts';
import { TransactionSides } from './transaction-sides.tsx';

const NO_FEE = 'An input spends an output that is outside what this index holds, so its value is not known.';

export interface RowDetailProps {
  readonly place: HistoryPlace;
  readonly row: OutputHistoryRow;
  readonly ownForms: ReadonlySet<string>;
  readonly values: ValueSettings;
}

interface FactsProps extends Pick<RowDetailProps, 'place' | 'row' | 'values'> {
  /** Undefined until it is loaded, null when that failed. */
  readonly transaction: Answer<'getTransaction', 'outputs'> | undefined | null;
}

function Facts({ place: { chain }, row, transaction, values }: FactsProps) {
  const { decimals, symbol, network } = getChain(chain);
  const { received, sent, fee, height, time, flags, isCoinbase, fiat, runningBalance } = row;
  return (
    <dl className="as-facts">
      <div>
        <dt>Received</dt>
        <dd>
          <Amount units={received} decimals={decimals} symbol={symbol} />
        </dd>
      </div>
      <div>
        <dt>Sent</dt>
        <dd>
          <Amount units={sent} decimals={decimals} symbol={symbol} />
        </dd>
      </div>
      <div>
        <dt>
          Net, <FiatHeader values={values} />
        </dt>
        <dd>
          <Fiat
            micro={fiat?.micro ?? null}
            price={fiat}
            moment={{ symbol, network, height, time }}
            values={values}
            signed
          />
          {fiat && <p className="tm-t3 tm-sm">{describePrice(fiat, symbol, values.nameSource)}</p>}
        </dd>
      </div>
      {runningBalance !== null && (
        <div>
          <dt>Balance after</dt>
          <dd>
            <Amount units={runningBalance} decimals={decimals} symbol={symbol} />
          </dd>
        </div>
      )}
      <div>
        <dt>Fee of the whole transaction</dt>
        <dd>{isCoinbase ? '–' : <Amount units={fee} decimals={decimals} symbol={symbol} reason={NO_FEE} />}</dd>
      </div>
      <div>
        <dt>Block</dt>
        <dd>
          {height === null ? 'unconfirmed' : <AppLink href={blockUrl(chain, height)}>{formatCount(height)}</AppLink>}
        </dd>
      </div>
      <div>
        <dt>Confirmations</dt>
        <dd>
          {transaction ? (
            <Confirmations
              height={transaction.height}
              count={transaction.confirmations}
              ranges={transaction.coverage.ranges}
              asOf={transaction.asOf}
            />
          ) : transaction === null ? (
            <Missing reason="The transaction could not be loaded." />
          ) : (
            <Bar width="64px" />
          )}
        </dd>
      </div>
      {flags.length > 0 && (
        <div>
          <dt>Flags</dt>
          <dd>{flags.map(formatFlag).join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

function ProveLink({ place, row }: Pick<RowDetailProps, 'place' | 'row'>) {
  if (row.height === null) return <Missing reason="It is in no block yet.">no proof yet</Missing>;
  if (row.flags.includes('no-raw')) {
    return (
      <Missing reason="This block came from a table of facts without raw bytes, so there is nothing to hash.">
        no proof possible
      </Missing>
    );
  }
  return (
    <AppLink className="tm-btn sm" href={place.linkTo({ prove: row.txid })}>
      <IconShieldCheck size={14} stroke={1.5} aria-hidden="true" />
      Prove it
    </AppLink>
  );
}

/** An expanded row: the figures that fell away on a narrow screen, both sides of the transaction, and the proof. */
export function RowDetail({ place, row, ownForms, values }: RowDetailProps) {
  const { chain } = place;
  const { data, error, refetch } = useQuery(
    transactionQuery(chain, row.txid, {
      currency: values.currency,
      ...(row.height === null ? {} : { height: row.height }),
    }),
  );
  const labels = useLabels(
    chain,
    [...(data?.inputs ?? []), ...(data?.outputs ?? [])].flatMap((side) => side.address ?? []),
  );
  return (
    <div className="as-detail">
      <Facts place={place} row={row} values={values} transaction={data ?? (error ? null : undefined)} />
      {error && <ErrorPanel error={error} what="The transaction" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="inputs and outputs">
          <Bar width="70%" />
          <Bar width="60%" />
        </Skeleton>
      )}
      {data && (
        <LabelScope labels={labels}>
          <TransactionSides transaction={data} ownForms={ownForms} values={values} />
        </LabelScope>
      )}
      <div className="tm-row tm-wrap">
        <AppLink className="tm-btn sm" href={transactionUrl(chain, row.txid, { height: row.height ?? undefined })}>
          Open transaction
        </AppLink>
        <ProveLink place={place} row={row} />
        <span className="as-txid">
          <span className="tm-id whole">{row.txid}</span>
          <CopyButton value={row.txid} what="transaction id" size="sm" />
        </span>
      </div>
    </div>
  );
}
