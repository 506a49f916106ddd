import { useQuery } from '@tanstack/react-query';
import type { OutputTransactionDetail } from '@trailmark/api/contract/transaction';
import { toFiat } from '@trailmark/core/price';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { ChangeVerdict, hasChangeVerdict } from '../../components/change-verdict.tsx';
import { CoinJoinVerdict } from '../../components/coinjoin-verdict.tsx';
import { Statements } from '../../components/evidence-mark.tsx';
import { describePrice, Fiat, FiatHeader } from '../../components/fiat.tsx';
import { GapRow } from '../../components/gap-row.tsx';
import { type KeyFigure, KeyFigures } from '../../components/key-figures.tsx';
import { LabelScope } from '../../components/label-scope.tsx';
import { MinerStatements } from '../../components/miner-statements.tsx';
import { Missing } from '../../components/missing.tsx';
import { Time } from '../../components/time.tsx';
import { transactionFindingsQuery } from '../../findings.ts';
import { formatAmount } from '../../format/amount.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatPrice } from '../../format/fiat.ts';
import { isGapAt } from '../../format/gap-summary.ts';
import { formatCount, formatFeeRate, formatPlural } from '../../format/number.ts';
import { formatSmallestUnit } from '../../format/words.ts';
import { useLabels } from '../../labels.ts';
import { useValues, type ValueSettings } from '../../prices.ts';
import { blockUrl, transactionUrl } from '../../url.ts';
import { ProveIt } from './prove-it.tsx';
import { TransactionBytes } from './transaction-bytes.tsx';
import { TransactionSides } from './transaction-sides.tsx';

const NO_RAW = 'The source carried facts without the raw bytes.';
const NO_FEE = 'The amount of at least one input is not indexed.';

function describe(tx: OutputTransactionDetail): string {
  const { decimals, symbol } = traitsOf(tx.chain);
  const amount = `${formatAmount(tx.outputTotal, decimals)} ${symbol}`;
  const from = tx.isCoinbase ? 'newly mined coins and fees' : formatPlural(tx.inputCount, 'input');
  const place =
    tx.height === null
      ? 'It is not in a block: a report of this server’s node.'
      : `It is transaction ${formatCount(tx.index ?? 0)} of block ${formatCount(tx.height)}.`;
  return `${amount} moved from ${from} to ${formatPlural(tx.outputCount, 'output')}. ${place}`;
}

/** "2 outputs: 1 spent, 1 not known"; the state of each is next to it. */
function describeSpending({ outputs, outputCount }: OutputTransactionDetail): string {
  const count = formatPlural(outputCount, 'output');
  if (outputs.length < outputCount) return count;
  const spendable = outputs.filter(({ unspendable }) => !unspendable);
  const spent = spendable.filter(({ spentBy }) => spentBy !== null).length;
  const unknown = spendable.filter(({ spentBy, spentKnown }) => spentBy === null && !spentKnown).length;
  const parts = [
    [spent, 'spent'],
    [spendable.length - spent - unknown, 'unspent'],
    [unknown, 'not known'],
  ] as const;
  const states = parts.filter(([number]) => number > 0).map(([number, word]) => `${formatCount(number)} ${word}`);
  return states.length === 0 ? count : `${count}: ${states.join(', ')}`;
}

function SizeFigure({ tx }: { readonly tx: OutputTransactionDetail }) {
  if (tx.vsize === null) return <Missing reason={NO_RAW} />;
  return (
    <>
      {formatCount(tx.vsize)} <small>vB</small>
    </>
  );
}

function createValueFigure(tx: OutputTransactionDetail, values: ValueSettings): KeyFigure {
  const { decimals, symbol, network } = traitsOf(tx.chain);
  const micro = tx.price && toFiat(tx.outputTotal, decimals, tx.price.priceNano);
  return {
    label: (
      <>
        Out, <FiatHeader values={values} />
      </>
    ),
    value: (
      <Fiat
        micro={micro}
        price={tx.price}
        moment={{ symbol, network, height: tx.height, time: tx.time }}
        values={values}
      />
    ),
    note: tx.price ? `at ${formatPrice(tx.price.priceNano)} for 1 ${symbol}` : 'no price, no value',
  };
}

function listFigures(tx: OutputTransactionDetail, values: ValueSettings): readonly KeyFigure[] {
  const { decimals, symbol } = traitsOf(tx.chain);
  const feeRate =
    tx.fee !== null && tx.vsize !== null && !tx.isCoinbase
      ? `${formatFeeRate(tx.fee, tx.vsize)} ${formatSmallestUnit(symbol)} per vB`
      : null;
  const sizes =
    tx.size === null
      ? 'no raw bytes indexed'
      : `${formatCount(tx.size)} bytes, weight ${formatCount(tx.weight ?? tx.size * 4)}`;
  return [
    {
      label: 'Out',
      value: <Amount units={tx.outputTotal} decimals={decimals} symbol={symbol} />,
      note: describeSpending(tx),
    },
    createValueFigure(tx, values),
    {
      label: 'In',
      value: <Amount units={tx.inputTotal} decimals={decimals} symbol={symbol} reason={NO_FEE} />,
      note: tx.isCoinbase ? 'coinbase' : formatPlural(tx.inputCount, 'input'),
    },
    {
      label: 'Fee',
      value: <Amount units={tx.fee} decimals={decimals} symbol={symbol} reason={NO_FEE} />,
      note: tx.isCoinbase ? 'a coinbase pays none' : (feeRate ?? 'rate not known'),
    },
    {
      label: 'Block',
      value:
        tx.height === null ? (
          <span>unconfirmed</span>
        ) : (
          <AppLink href={blockUrl(tx.chain, tx.blockHash ?? tx.height)}>{formatCount(tx.height)}</AppLink>
        ),
      note: <Time seconds={tx.time} isEstimated={tx.timeEstimated} />,
    },
    { label: 'Size', value: <SizeFigure tx={tx} />, note: sizes },
  ];
}

function Duplicates({ tx }: { readonly tx: OutputTransactionDetail }) {
  if (tx.duplicates.length === 0) return null;
  return (
    <p className="tm-note">
      The same transaction id was mined more than once (before BIP 30). Other blocks:{' '}
      {tx.duplicates.map((height) => (
        <AppLink key={height} href={transactionUrl(tx.chain, tx.txid, { height })}>
          {formatCount(height)}{' '}
        </AppLink>
      ))}
    </p>
  );
}

export interface OutputTransactionProps {
  readonly tx: OutputTransactionDetail;
  /** First input and first output shown. */
  readonly fromInput: number;
  readonly fromOutput: number;
}

/** A transaction of a chain of outputs: both sides, scripts, and its proof, checked here. */
export function OutputTransaction({ tx, fromInput, fromOutput }: OutputTransactionProps) {
  const values = useValues();
  const gaps = tx.coverage.gaps.filter((gap) => isGapAt(gap, tx.height));
  const { data: findings } = useQuery({
    ...transactionFindingsQuery(tx.chain, tx.txid),
    enabled: tx.height !== null && !tx.isCoinbase,
  });
  const labels = useLabels(
    tx.chain,
    [...tx.inputs, ...tx.outputs].flatMap(({ address }) => address ?? []),
    {
      publicOnly: true,
    },
  );
  return (
    <>
      <Statements
        items={[
          { kind: tx.height === null ? 'claim' : 'fact', text: describe(tx) },
          ...(findings ? [{ kind: 'inference' as const, text: <CoinJoinVerdict findings={findings} /> }] : []),
          ...(findings && hasChangeVerdict(findings)
            ? [{ kind: 'inference' as const, text: <ChangeVerdict findings={findings} /> }]
            : []),
        ]}
      />
      {tx.miner && <MinerStatements chain={tx.chain} miner={tx.miner} />}
      {gaps.length > 0 && (
        <div>
          {gaps.map((gap, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps have a fixed order
            <GapRow key={i} gap={gap} />
          ))}
        </div>
      )}
      <KeyFigures figures={listFigures(tx, values)} />
      {tx.price && (
        <p className="tm-t3 tm-sm">{describePrice(tx.price, traitsOf(tx.chain).symbol, values.nameSource)}</p>
      )}
      <Duplicates tx={tx} />
      <LabelScope labels={labels}>
        <TransactionSides tx={tx} values={values} fromInput={fromInput} fromOutput={fromOutput} />
      </LabelScope>
      <ProveIt tx={tx} />
      <TransactionBytes tx={tx} />
      <div className="tm-foot">
        <AsOfLine asOf={tx.asOf} labels={labels.asOf} prices={tx.prices} rules={findings?.rules} />
      </div>
    </>
  );
}
