import type { OutputTransactionDetail } from '@trailmark/api/contract/transaction';
import { getChain } from '@trailmark/chains/catalogue';
import { toFiat } from '@trailmark/core/price';
import type { ReactNode } from 'react';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { Fiat } from '../../components/fiat.tsx';
import { Hash, LookAlikeScope } from '../../components/hash.tsx';
import { AddressLabel } from '../../components/label-scope.tsx';
import { Missing } from '../../components/missing.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { formatCount } from '../../format/number.ts';
import { formatScriptCode } from '../../format/words.ts';
import type { ValueSettings } from '../../prices.ts';
import { addressUrl, followUrl, transactionUrl } from '../../url.ts';
import { ScriptDetails } from './script-details.tsx';

type Input = OutputTransactionDetail['inputs'][number];
type Output = OutputTransactionDetail['outputs'][number];

const PAGE = 1000;
const OUTSIDE = 'The previous output is not indexed.';

function Previous({ tx, input }: { readonly tx: OutputTransactionDetail; readonly input: Input }) {
  if (tx.isCoinbase) return null;
  if (input.prevTxid === null)
    return <Missing reason="The source did not carry which output this input spends.">output not known</Missing>;
  return (
    <span>
      from{' '}
      <Hash
        value={input.prevTxid}
        kind="transaction"
        href={transactionUrl(tx.chain, input.prevTxid, { output: input.prevVout ?? 0 })}
      />
      <span className="tm-mono">:{input.prevVout}</span>
      {input.prevHeight !== null && `, height ${formatCount(input.prevHeight)}`}
    </span>
  );
}

function InputOwner({ tx, input }: { readonly tx: OutputTransactionDetail; readonly input: Input }) {
  if (tx.isCoinbase) return <span>newly mined coins and fees</span>;
  if (input.address === null) return <Missing reason={OUTSIDE} />;
  return (
    <>
      <Hash value={input.address} kind="address" href={addressUrl(tx.chain, input.address)} />
      <AddressLabel address={input.address} />
    </>
  );
}

interface SideAmountProps {
  readonly tx: OutputTransactionDetail;
  /** Null: the previous output is not indexed. */
  readonly units: bigint | null;
  readonly values: ValueSettings;
}

/** An amount and, below it, its value at the close of the transaction's day. Without a price the figures above say so once. */
function SideAmount({ tx, units, values }: SideAmountProps) {
  const { decimals, symbol, network } = getChain(tx.chain);
  const { price, height, time } = tx;
  return (
    <>
      <Amount units={units} decimals={decimals} reason={OUTSIDE} aligned />
      {units !== null && price && (
        <p className="fiat">
          <Fiat
            micro={toFiat(units, decimals, price.priceNano)}
            price={price}
            moment={{ symbol, network, height, time }}
            values={values}
          />
        </p>
      )}
    </>
  );
}

interface RowProps {
  readonly tx: OutputTransactionDetail;
  readonly values: ValueSettings;
}

function InputRow({ tx, input, values }: RowProps & { readonly input: Input }) {
  const type = input.scriptType ? formatScriptCode(input.scriptType) : '';
  return (
    <li id={`in-${input.index}`}>
      <span className="index">{input.index}</span>
      <div className="who">
        <InputOwner tx={tx} input={input} />
        <p className="sub">
          {type && <span>{input.addressFromSpend ? `${type}, read from the spending script alone` : type}</span>}
          <Previous tx={tx} input={input} />
        </p>
        {tx.isCoinbase && input.scriptSigAsm && <QuotedText text={input.scriptSigAsm} />}
        <ScriptDetails
          parts={[
            { label: 'Input script', hex: input.scriptSig, asm: input.scriptSigAsm },
            ...(input.witness ?? []).map((hex, i) => ({ label: `Witness ${i}`, hex, asm: null })),
            {
              label: 'Sequence',
              hex: input.sequence === null ? null : input.sequence.toString(16).padStart(8, '0'),
              asm: null,
            },
          ]}
        />
      </div>
      <div className="value">{tx.isCoinbase ? null : <SideAmount tx={tx} units={input.value} values={values} />}</div>
    </li>
  );
}

function Spent({ tx, output }: { readonly tx: OutputTransactionDetail; readonly output: Output }) {
  if (output.unspendable) return <span>can never be spent</span>;
  if (output.spentBy) {
    const { txid, input, height } = output.spentBy;
    return (
      <span>
        spent by <Hash value={txid} kind="transaction" href={transactionUrl(tx.chain, txid, { input })} />
        {height === null ? ', unconfirmed' : `, height ${formatCount(height)}`}
      </span>
    );
  }
  if (!output.spentKnown) {
    return (
      <Missing reason="Heights above this block are missing from the index, so a spend may have gone unseen.">
        spent or not: not known
      </Missing>
    );
  }
  return <span>unspent at the tip</span>;
}

function OutputOwner({ tx, output }: { readonly tx: OutputTransactionDetail; readonly output: Output }) {
  if (output.data !== null) return <QuotedText text={output.data} />;
  if (output.address !== null)
    return (
      <>
        <Hash value={output.address} kind="address" href={addressUrl(tx.chain, output.address)} />
        <AddressLabel address={output.address} />
      </>
    );
  return <span>{output.unspendable ? 'no owner' : 'a script without an address'}</span>;
}

function OutputRow({ tx, output, values }: RowProps & { readonly output: Output }) {
  const keys = output.requiredKeys === null ? '' : `, ${output.requiredKeys} of ${output.keyAddresses.length} keys`;
  return (
    <li id={`out-${output.index}`}>
      <span className="index">{output.index}</span>
      <div className="who">
        <OutputOwner tx={tx} output={output} />
        <p className="sub">
          <span>{formatScriptCode(output.scriptType) + keys}</span>
          <Spent tx={tx} output={output} />
          {!output.unspendable && (
            <AppLink
              href={followUrl(tx.chain, `${tx.txid}:${output.index}`)}
              aria-label={`Follow output ${output.index} in coin flow`}
            >
              follow
            </AppLink>
          )}
        </p>
        {output.scriptType === 'multisig' && (
          <p className="sub">
            {output.keyAddresses.map((address) => (
              <Hash key={address} value={address} kind="address" href={addressUrl(tx.chain, address)} />
            ))}
          </p>
        )}
        <ScriptDetails parts={[{ label: 'Output script', hex: output.script, asm: output.scriptAsm }]} />
      </div>
      <div className="value">
        <SideAmount tx={tx} units={output.value} values={values} />
      </div>
    </li>
  );
}

interface PagerProps {
  readonly from: number;
  readonly count: number;
  readonly toHref: (from: number) => string;
}

function Pager({ from, count, toHref }: PagerProps) {
  if (count <= PAGE) return null;
  const to = Math.min(count, from + PAGE);
  return (
    <p className="tm-foot">
      <span className="tm-grow">
        {formatCount(from)} to {formatCount(to - 1)} of {formatCount(count)}
      </span>
      {from > 0 && (
        <AppLink className="tm-btn sm" href={toHref(Math.max(0, from - PAGE))}>
          Previous
        </AppLink>
      )}
      {to < count && (
        <AppLink className="tm-btn sm" href={toHref(to)}>
          Next
        </AppLink>
      )}
    </p>
  );
}

function Side({
  title,
  total,
  children,
  pager,
}: {
  title: string;
  total: ReactNode;
  children: ReactNode;
  pager: ReactNode;
}) {
  return (
    <section className="side">
      <h2 className="tm-h">
        <span>{title}</span>
        <span className="total">{total}</span>
      </h2>
      <ol>{children}</ol>
      {pager}
    </section>
  );
}

export interface TransactionSidesProps {
  readonly tx: OutputTransactionDetail;
  readonly values: ValueSettings;
  readonly fromInput: number;
  readonly fromOutput: number;
}

/** Inputs left, outputs right; below each other on a phone. */
export function TransactionSides({ tx, values, fromInput, fromOutput }: TransactionSidesProps) {
  const { decimals, symbol } = getChain(tx.chain);
  const addresses = [...tx.inputs, ...tx.outputs].flatMap(({ address }) => address ?? []);
  const at = { height: tx.height ?? undefined, fromInput: fromInput || undefined, fromOutput: fromOutput || undefined };
  const toInputs = (from: number) => transactionUrl(tx.chain, tx.txid, { ...at, fromInput: from || undefined });
  const toOutputs = (from: number) => transactionUrl(tx.chain, tx.txid, { ...at, fromOutput: from || undefined });
  return (
    <LookAlikeScope values={addresses}>
      <div className="tm-sides">
        <Side
          title={tx.isCoinbase ? 'Coinbase' : 'Inputs'}
          total={<Amount units={tx.inputTotal} decimals={decimals} symbol={symbol} reason={OUTSIDE} />}
          pager={<Pager from={fromInput} count={tx.inputCount} toHref={toInputs} />}
        >
          {tx.inputs.map((input) => (
            <InputRow key={input.index} tx={tx} input={input} values={values} />
          ))}
        </Side>
        <Side
          title="Outputs"
          total={<Amount units={tx.outputTotal} decimals={decimals} symbol={symbol} />}
          pager={<Pager from={fromOutput} count={tx.outputCount} toHref={toOutputs} />}
        >
          {tx.outputs.map((output) => (
            <OutputRow key={output.index} tx={tx} output={output} values={values} />
          ))}
        </Side>
      </div>
    </LookAlikeScope>
  );
}
