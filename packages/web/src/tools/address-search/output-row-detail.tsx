import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Answer } from '../../api.ts';
import { transactionQuery } from '../../block-api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { Confirmations } from '../../components/confirmations.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { describePrice, Fiat, FiatHeader } from '../../components/fiat.tsx';
import { LabelScope } from '../../components/label-scope.tsx';
import { Missing } from '../../components/missing.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import type { OutputRow } from '../../format/ledger-row.ts';
import { formatCount } from '../../format/number.ts';
import { useLabels } from '../../labels.ts';
import { blockUrl } from '../../url.ts';
import { type RowDetailProps, RowFact } from './row-facts.tsx';
import { TransactionSides } from './transaction-sides.tsx';

const NO_FEE = 'An input spends an output that is not indexed, so its value is not known.';

type DetailProps = RowDetailProps & { readonly row: OutputRow };

interface FactsProps extends Pick<DetailProps, 'place' | 'row' | 'values'> {
  /** Undefined until it is loaded, null when that failed. */
  readonly transaction: Answer<'getTransaction', 'outputs'> | undefined | null;
}

function ConfirmationCount({ transaction }: Pick<FactsProps, 'transaction'>) {
  if (transaction === null) return <Missing reason="The transaction could not be loaded." />;
  if (!transaction) return <Bar width="64px" />;
  const { height, confirmations, coverage, asOf } = transaction;
  return <Confirmations height={height} count={confirmations} ranges={coverage.ranges} asOf={asOf} />;
}

function Facts({ place: { chain }, row: { source, flags }, transaction, values }: FactsProps) {
  const { decimals, symbol, network } = traitsOf(chain);
  const { received, sent, fee, height, time, isCoinbase, fiat, runningBalance } = source;
  const amount = (units: bigint | null) => <Amount units={units} decimals={decimals} symbol={symbol} reason={NO_FEE} />;
  return (
    <dl className="as-facts">
      <RowFact term="Received">{amount(received)}</RowFact>
      <RowFact term="Sent">{amount(sent)}</RowFact>
      <RowFact
        term={
          <>
            Net, <FiatHeader values={values} />
          </>
        }
      >
        <Fiat
          micro={fiat?.micro ?? null}
          price={fiat}
          moment={{ symbol, network, height, time }}
          values={values}
          signed
        />
        {fiat && <p className="tm-t3 tm-sm">{describePrice(fiat, symbol, values.nameSource)}</p>}
      </RowFact>
      {runningBalance !== null && <RowFact term="Balance after">{amount(runningBalance)}</RowFact>}
      <RowFact term="Fee of the whole transaction">{isCoinbase ? '–' : amount(fee)}</RowFact>
      <RowFact term="Block">
        {height === null ? 'unconfirmed' : <AppLink href={blockUrl(chain, height)}>{formatCount(height)}</AppLink>}
      </RowFact>
      <RowFact term="Confirmations">
        <ConfirmationCount transaction={transaction} />
      </RowFact>
      {flags.length > 0 && <RowFact term="Flags">{flags.join(', ')}</RowFact>}
    </dl>
  );
}

/** The figures that fell away on a narrow screen, and both sides of the transaction. */
export function OutputRowDetail({ place, summary, row, values }: DetailProps) {
  const { chain } = place;
  const {
    data: answer,
    error,
    refetch,
  } = useQuery(
    transactionQuery(chain, row.source.txid, {
      currency: values.currency,
      ...(row.height === null ? {} : { height: row.height }),
    }),
  );
  const data = answer?.family === 'outputs' ? answer : undefined;
  const ownForms = useMemo(
    () => new Set([place.address, summary.address, ...summary.aliases.map(({ text }) => text)]),
    [place.address, summary],
  );
  const labels = useLabels(
    chain,
    [...(data?.inputs ?? []), ...(data?.outputs ?? [])].flatMap((side) => side.address ?? []),
  );
  return (
    <>
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
    </>
  );
}
