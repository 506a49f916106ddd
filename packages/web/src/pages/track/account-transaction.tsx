import { type ReactNode, useMemo } from 'react';
import type { Answer } from '../../api.ts';
import { AssetAmount } from '../../components/account/asset-amount.tsx';
import { MethodName } from '../../components/account/method-name.tsx';
import { MoveList } from '../../components/account/move-list.tsx';
import { ActionList } from '../../components/account/protocol-actions.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { Confirmations } from '../../components/confirmations.tsx';
import { CurrencyLine } from '../../components/currency-select.tsx';
import { Statements } from '../../components/evidence-mark.tsx';
import { Fact } from '../../components/fact.tsx';
import { GapRow } from '../../components/gap-row.tsx';
import { Hash, LookAlikeScope } from '../../components/hash.tsx';
import { type KeyFigure, KeyFigures } from '../../components/key-figures.tsx';
import { AddressLabel, LabelScope } from '../../components/label-scope.tsx';
import { Missing } from '../../components/missing.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { Time } from '../../components/time.tsx';
import { describeNoRecipient, NO_CALL } from '../../format/account-words.ts';
import { coinOf } from '../../format/coin-of.ts';
import { isGapAt } from '../../format/gap-summary.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { useLabels } from '../../labels.ts';
import { useValues } from '../../prices.ts';
import { addressUrl, blockUrl } from '../../url.ts';
import { LogList } from './log-list.tsx';
import { NetTable } from './net-table.tsx';

type TransactionAnswer = Answer<'getTransaction', 'accounts'>;

export interface AccountTransactionProps {
  readonly answer: TransactionAnswer;
}

/** What the coverage line states exactly for this transaction; the gaps state it for whole runs of blocks. */
const SAID_BY_HOLDS: ReadonlySet<string> = new Set([
  'block-partial',
  'fee-missing',
  'internal-missing',
  'reward-missing',
  'token-missing',
]);
const NO_FEE = 'The source does not carry fees.';

function describe({ transaction: { status, failure, holds }, moves, moveCount }: TransactionAnswer): ReactNode {
  const why =
    failure === null || failure.toLowerCase() === status ? null : (
      <>
        {' '}
        The chain says: <QuotedText text={`"${failure}"`} />
      </>
    );
  if (status === 'failed') return <>Failed: what it called for was undone, and only the fee was paid.{why}</>;
  if (status === 'unknown')
    return 'Whether it succeeded is not known: the source carries no receipt, so what it calls for may not have moved.';
  return (
    <>
      Succeeded. {formatPlural(Math.max(moveCount, moves.length), 'move')} of value in{' '}
      {holds.call && holds.logs && holds.internals ? 'it' : 'what is indexed of it'}.{why}
    </>
  );
}

function describePayer({ fee, from, feePayer }: TransactionAnswer['transaction']): string | undefined {
  if (fee === null) return undefined;
  if (feePayer === null) return 'who paid it is not known';
  return feePayer === from ? 'paid by the sender' : 'paid by another address, below';
}

function listFigures({ chain, transaction: tx, coverage, asOf }: TransactionAnswer): readonly KeyFigure[] {
  const coin = coinOf(chain);
  return [
    {
      label: 'Outcome',
      value: tx.status === 'ok' ? 'succeeded' : tx.status === 'failed' ? 'failed' : 'not known',
      note: tx.finality === 'final' ? 'final' : 'not final: it may still go away',
      small: true,
    },
    {
      label: 'Value',
      value: <AssetAmount asset={coin} units={tx.value} reason={NO_CALL} />,
      note: tx.value === null ? 'the call is not indexed' : 'as the transaction states it',
    },
    {
      label: 'Fee',
      value: <AssetAmount asset={coin} units={tx.fee} reason={NO_FEE} />,
      note: describePayer(tx),
    },
    {
      label: 'Block',
      value: <AppLink href={blockUrl(chain, tx.height)}>{formatCount(tx.height)}</AppLink>,
      note: <Time seconds={tx.time} isEstimated={tx.timeEstimated} />,
    },
    {
      label: 'Confirmations',
      value: <Confirmations height={tx.height} count={tx.confirmations} ranges={coverage.ranges} asOf={asOf} />,
      note: tx.indexEstimated
        ? 'place in the block not known'
        : `transaction no. ${formatCount(tx.index)} of the block`,
    },
  ];
}

function Party({ chain, address, none }: { chain: TransactionAnswer['chain']; address: string | null; none: string }) {
  if (address === null) return <span className="tm-t3">{none}</span>;
  return (
    <>
      <Hash value={address} kind="address" href={addressUrl(chain, address)} whole /> <AddressLabel address={address} />
    </>
  );
}

function count(value: bigint | null, reason: string): ReactNode {
  return value === null ? <Missing reason={reason} /> : value.toLocaleString('en');
}

function Facts({ answer: { chain, transaction: tx } }: AccountTransactionProps) {
  const silent = 'The source does not carry it.';
  const coin = coinOf(chain);
  return (
    <dl className="tm-facts wide">
      <Fact label="From">
        <Party chain={chain} address={tx.from} none="not known" />
      </Fact>
      <Fact label="To">
        <Party chain={chain} address={tx.to} none={describeNoRecipient(chain, tx)} />
      </Fact>
      {tx.created !== null && (
        <Fact label="Contract created">
          <Party chain={chain} address={tx.created} none="none" />
        </Fact>
      )}
      {tx.feePayer !== null && tx.feePayer !== tx.from && (
        <Fact label="Fee payer">
          <Party chain={chain} address={tx.feePayer} none="not known" />
        </Fact>
      )}
      <Fact label="Method">
        {tx.method === null && tx.inputLength === 0 ? (
          'none: a plain transfer'
        ) : (
          <MethodName method={tx.method} isHeld={tx.inputLength !== null} />
        )}
      </Fact>
      <Fact label="Gas used, price">
        {count(tx.gasUsed, silent)},{' '}
        {tx.gasPrice === null ? <Missing reason={silent} /> : <AssetAmount asset={coin} units={tx.gasPrice} />}
      </Fact>
      <Fact label="Nonce, type">
        {count(tx.nonce, silent)}, {tx.type === null ? <Missing reason={silent} /> : formatCount(tx.type)}
      </Fact>
      <Fact label="Call data">
        {tx.inputLength === null ? (
          <Missing reason={silent}>not known</Missing>
        ) : tx.inputLength === 0 ? (
          <span className="tm-t3">none</span>
        ) : (
          <details>
            <summary>
              {formatPlural(tx.inputLength, 'byte')}
              {tx.input.replace(/^0x/, '').length / 2 < tx.inputLength && ', the first of them here'}
            </summary>
            <p className="tm-hex">{tx.input.startsWith('0x') ? tx.input : `0x${tx.input}`}</p>
          </details>
        )}
      </Fact>
    </dl>
  );
}

/** What this answer does not hold of the transaction, in words: missing is not zero. */
function describeHolds({
  holds: { call, fee, logs, internals },
}: TransactionAnswer['transaction']): string | undefined {
  const lacks = [
    !call && 'the call itself',
    !fee && 'its fee',
    !logs && 'its logs and token transfers',
    !internals && 'internal transfers',
  ].filter((word) => word !== false);
  return lacks.length === 0 ? undefined : `Not indexed of this transaction: ${lacks.join(', ')}. Missing, not zero.`;
}

function listAddresses({ transaction: tx, moves, net }: TransactionAnswer): readonly string[] {
  const all = [tx.from, tx.to, tx.created, tx.feePayer, ...moves.flatMap(({ from, to }) => [from, to])];
  return [...new Set([...all, ...net.map(({ address }) => address)].filter((each) => each !== null))];
}

/** A transaction of a chain of accounts: outcome, what moved, what known protocols did, logs. */
export function AccountTransaction({ answer }: AccountTransactionProps) {
  const { chain, transaction: tx, moves, moveCount, actions, logs, net, coverage, asOf, prices } = answer;
  const values = useValues();
  const addresses = useMemo(() => listAddresses(answer), [answer]);
  const labels = useLabels(chain, addresses, { publicOnly: true });
  const linkAddress = (address: string) => addressUrl(chain, address);
  const lacks = describeHolds(tx);
  return (
    <LookAlikeScope values={addresses}>
      <LabelScope labels={labels}>
        <Statements items={[{ kind: 'fact', text: describe(answer) }]} />
        {actions.length > 0 && <ActionList actions={actions} linkAddress={linkAddress} />}
        {lacks !== undefined && <p className="tm-note">{lacks}</p>}
        {coverage.gaps
          .filter((gap) => isGapAt(gap, tx.height) && !SAID_BY_HOLDS.has(gap.kind))
          .map((gap) => (
            <GapRow key={gap.kind + gap.message} gap={gap} />
          ))}
        <KeyFigures figures={listFigures(answer)} />
        <Facts answer={answer} />
        <section>
          <h2 className="tm-h">
            What moved <small>{formatPlural(moveCount, 'move')}</small>
          </h2>
          <CurrencyLine values={values} />
          {moves.length === 0 ? (
            <p className="tm-t2">Nothing of value moved in what is indexed of it.</p>
          ) : (
            <MoveList chain={chain} moves={moves} moment={tx} values={values} linkAddress={linkAddress} />
          )}
          {moveCount > moves.length && (
            <p className="tm-t2">{formatPlural(moveCount - moves.length, 'more move')} of it are not listed here.</p>
          )}
        </section>
        <NetTable chain={chain} net={net} transaction={tx} />
        <LogList logs={logs} linkAddress={linkAddress} isHeld={tx.holds.logs} />
        <div className="tm-foot">
          <AsOfLine asOf={asOf} labels={labels.asOf} prices={prices} />
        </div>
      </LabelScope>
    </LookAlikeScope>
  );
}
