import { getChain } from '@trailmark/chains/catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { toFiat } from '@trailmark/core/price';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { Fiat } from '../../components/fiat.tsx';
import { Hash } from '../../components/hash.tsx';
import { AddressLabel } from '../../components/label-scope.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { formatScriptCode } from '../../format/words.ts';
import type { ValueSettings } from '../../prices.ts';
import { addressSearchUrl, transactionUrl } from '../../url.ts';

type Transaction = Answer<'getTransaction', 'outputs'>;
type Input = Transaction['inputs'][number];
type Output = Transaction['outputs'][number];

/** Rows shown at first on each side. */
const FIRST_ROWS = 12;

export interface TransactionSidesProps {
  readonly transaction: Transaction;
  /** Every spelling of the address whose history this is. */
  readonly ownForms: ReadonlySet<string>;
  readonly values: ValueSettings;
}

interface SideRow {
  readonly key: number;
  readonly isOwn: boolean;
  readonly who: ReactNode;
  /** Null: not known. Undefined: what is newly mined spends nothing. */
  readonly value: bigint | null | undefined;
  /** Where the coins came from, or went on to. */
  readonly link: ReactNode;
}

function Party({
  chain,
  address,
  words,
}: {
  readonly chain: OutputChainId;
  readonly address: string | null;
  readonly words: ReactNode;
}) {
  if (address === null) return words;
  return (
    <>
      <Hash value={address} kind="address" href={addressSearchUrl({ chain, address })} />
      <AddressLabel address={address} />
    </>
  );
}

function toInputRow({ chain, isCoinbase }: Transaction, input: Input, ownForms: ReadonlySet<string>): SideRow {
  const { index, address, value, prevTxid, prevVout, prevHeight } = input;
  const words = isCoinbase ? (
    <span className="tm-t2">newly mined</span>
  ) : (
    <Missing reason="The output that this input spends is not indexed." />
  );
  return {
    key: index,
    isOwn: address !== null && ownForms.has(address),
    who: <Party chain={chain} address={address} words={words} />,
    value: isCoinbase ? undefined : value,
    link:
      prevTxid === null ? null : (
        <AppLink
          href={transactionUrl(chain, prevTxid, { height: prevHeight ?? undefined, output: prevVout ?? 0 })}
          title={prevTxid}
        >
          from {prevTxid.slice(0, 6)}…:{prevVout}
        </AppLink>
      ),
  };
}

function describeSpend({ spentBy, spentKnown, unspendable }: Output, chain: OutputChainId): ReactNode {
  if (unspendable) return 'unspendable';
  if (spentBy) {
    return (
      <AppLink
        href={transactionUrl(chain, spentBy.txid, { height: spentBy.height ?? undefined, input: spentBy.input })}
        title={spentBy.txid}
      >
        spent in {spentBy.txid.slice(0, 6)}…
      </AppLink>
    );
  }
  if (spentKnown) return 'unspent';
  return <Missing reason="The spend would be in blocks that are not indexed.">spend not known</Missing>;
}

function toOutputRow({ chain }: Transaction, output: Output, ownForms: ReadonlySet<string>): SideRow {
  const { index, address, value, scriptType, keyAddresses } = output;
  return {
    key: index,
    isOwn: (address !== null && ownForms.has(address)) || keyAddresses.some((each) => ownForms.has(each)),
    who: (
      <Party
        chain={chain}
        address={address ?? (scriptType === 'p2pk' ? (keyAddresses[0] ?? null) : null)}
        words={<span className="tm-t2">{formatScriptCode(scriptType)}</span>}
      />
    ),
    value,
    link: describeSpend(output, chain),
  };
}

/** The first rows, and below them the first of the address's own, however many others are between. */
function cutRows(rows: readonly SideRow[]): readonly SideRow[] {
  const rest = rows.slice(FIRST_ROWS).filter(({ isOwn }) => isOwn);
  return [...rows.slice(0, FIRST_ROWS), ...rest.slice(0, FIRST_ROWS / 4)];
}

interface SideProps {
  readonly title: string;
  readonly rows: readonly SideRow[];
  /** How many the transaction has; the rows may be the first thousand of them. */
  readonly count: number;
  readonly transaction: Transaction;
  readonly values: ValueSettings;
}

interface SideValueProps extends Pick<SideProps, 'transaction' | 'values'> {
  /** Null: not known. */
  readonly units: bigint | null;
}

/** An amount, and below it its value at the close of the day of the block; the price is shown once, above. */
function SideValue({ transaction, units, values }: SideValueProps) {
  const { chain, price } = transaction;
  const { decimals, symbol, network } = getChain(chain);
  return (
    <>
      <Amount units={units} decimals={decimals} aligned />
      {units !== null && price && (
        <Fiat
          micro={toFiat(units, decimals, price.priceNano)}
          price={price}
          moment={{ symbol, network, height: transaction.height, time: transaction.time }}
          values={values}
        />
      )}
    </>
  );
}

function Side({ title, rows, count, transaction, values }: SideProps) {
  const { symbol } = getChain(transaction.chain);
  const [isWhole, setWhole] = useState(false);
  const own = rows.filter(({ isOwn }) => isOwn).length;
  const shown = isWhole ? rows : cutRows(rows);
  return (
    <section className="as-side">
      <h2 className="tm-sm">
        {formatPlural(count, title)}{' '}
        <span className="tm-t3">
          {symbol}
          {own > 1 && `, ${formatCount(own)} of this address`}
        </span>
      </h2>
      <ol>
        {shown.map(({ key, isOwn, who, value, link }) => (
          <li key={key} className={isOwn ? 'own' : undefined}>
            <span className="n tm-t3">{formatCount(key)}</span>
            <span className="who">
              {who} {isOwn && <em>this address</em>}
            </span>
            <span className="value">
              {value === undefined ? '–' : <SideValue transaction={transaction} units={value} values={values} />}
            </span>
            <span className="link tm-t3 tm-sm">{link}</span>
          </li>
        ))}
      </ol>
      {shown.length < rows.length && (
        <button type="button" className="tm-linkbtn tm-sm" onClick={() => setWhole(true)}>
          Show all {formatCount(rows.length)}
        </button>
      )}
      {rows.length < count && (
        <p className="tm-t3 tm-sm">
          The first {formatCount(rows.length)} of {formatCount(count)} are listed. The transaction’s own page has the
          rest.
        </p>
      )}
    </section>
  );
}

/** All inputs and outputs, with those of the address in hand marked. */
export function TransactionSides({ transaction, ownForms, values }: TransactionSidesProps) {
  const { inputs, outputs, inputCount, outputCount } = transaction;
  return (
    <div className="as-sides">
      <Side
        title="input"
        transaction={transaction}
        values={values}
        count={inputCount}
        rows={inputs.map((input) => toInputRow(transaction, input, ownForms))}
      />
      <Side
        title="output"
        transaction={transaction}
        values={values}
        count={outputCount}
        rows={outputs.map((output) => toOutputRow(transaction, output, ownForms))}
      />
    </div>
  );
}
