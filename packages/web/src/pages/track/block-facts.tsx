import type { ReactNode } from 'react';
import type { AccountBlock, LedgerBlock, OutputBlock } from '../../block-api.ts';
import { Amount } from '../../components/amount.tsx';
import { Confirmations } from '../../components/confirmations.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Fact } from '../../components/fact.tsx';
import { Hash } from '../../components/hash.tsx';
import type { KeyFigure } from '../../components/key-figures.tsx';
import { Missing } from '../../components/missing.tsx';
import { Time } from '../../components/time.tsx';
import { formatHash } from '../../format/account-words.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatBytes, formatCount } from '../../format/number.ts';
import { addressUrl, blockUrl } from '../../url.ts';

const NO_HEADER = 'The source carried no header.';
const NO_INPUTS = 'The amount of at least one input is not indexed.';
const NOT_SAID = 'The source does not say it.';

function listOutputFigures({ block, asOf }: OutputBlock): readonly KeyFigure[] {
  const { decimals, symbol } = traitsOf(asOf.chain);
  return [
    {
      label: 'Transactions',
      value: formatCount(block.transactionCount),
      note: block.isWhole ? 'the whole block is indexed' : 'the block is partly indexed',
    },
    {
      label: 'Paid out',
      value: <Amount units={block.outputTotal} decimals={decimals} symbol={symbol} />,
      note: 'all outputs, change included',
    },
    {
      label: 'Fees',
      value: <Amount units={block.fees} decimals={decimals} symbol={symbol} reason={NO_INPUTS} />,
      note: 'inputs less outputs',
    },
    {
      label: 'Coinbase',
      value: (
        <Amount
          units={block.coinbaseClaimed}
          decimals={decimals}
          symbol={symbol}
          reason="The coinbase is not indexed."
        />
      ),
      note: (
        <>
          subsidy{' '}
          <Amount
            units={block.subsidy}
            decimals={decimals}
            reason="The subsidy of this chain is not a function of the height."
          />
        </>
      ),
    },
    {
      label: 'Size',
      value: block.size === null ? <Missing reason="The source carried no raw block." /> : formatBytes(block.size),
      note: block.weight === null ? 'weight not known' : `weight ${formatCount(block.weight)}`,
    },
  ];
}

function noteCount({ transactionCount, transactionTotal }: AccountBlock['block']): string {
  if (transactionTotal === null) return 'indexed; how many the block has is not known';
  return transactionTotal === transactionCount
    ? 'indexed, all of the block'
    : `indexed, of ${formatCount(transactionTotal)} in the block`;
}

function listAccountFigures({ block }: AccountBlock): readonly KeyFigure[] {
  const isFinal = block.finality === 'final';
  return [
    { label: 'Transactions', value: formatCount(block.transactionCount), note: noteCount(block) },
    {
      label: 'Time',
      value: <Time seconds={block.time} isEstimated={block.timeEstimated} />,
      note: 'as its producer set it',
      small: true,
    },
    {
      label: 'Finality',
      value: isFinal ? 'final' : 'not final',
      note: isFinal ? 'by the rule of the chain' : 'a reorganisation may still take it away',
      small: true,
    },
  ];
}

/** The figures of a block, each with what it is true of. */
export function listBlockFigures(answer: LedgerBlock): readonly KeyFigure[] {
  return answer.family === 'outputs' ? listOutputFigures(answer) : listAccountFigures(answer);
}

function hex32(value: number | null): ReactNode {
  if (value === null) return <Missing reason={NO_HEADER} />;
  return <span className="tm-mono">0x{(value >>> 0).toString(16).padStart(8, '0')}</span>;
}

interface NeighbourProps {
  readonly answer: LedgerBlock;
  readonly hash: string | null;
  readonly reason: string;
}

function Neighbour({ answer: { asOf }, hash, reason }: NeighbourProps) {
  if (hash === null) return <Missing reason={reason}>not indexed</Missing>;
  return <Hash value={formatHash(asOf.chain, hash)} kind="block hash" href={blockUrl(asOf.chain, hash)} whole />;
}

function OutputFacts({ answer }: { readonly answer: OutputBlock }) {
  const { block, coverage, asOf } = answer;
  return (
    <>
      <Fact label="Block below">
        <Neighbour
          answer={answer}
          hash={block.previousHash}
          reason="The first block has none below it; otherwise its header is not indexed."
        />
      </Fact>
      <Fact label="Block above">
        <Neighbour answer={answer} hash={block.nextHash} reason="No block above it is indexed." />
      </Fact>
      <Fact label="Merkle root">
        {block.merkleRoot === null ? (
          <Missing reason={NO_HEADER} />
        ) : (
          <span className="tm-id whole">{block.merkleRoot}</span>
        )}
      </Fact>
      <Fact label="Time">
        <Time seconds={block.time} isEstimated={block.timeEstimated} />
        <span className="tm-t3"> {block.timeEstimated ? '' : 'as its miner set it'}</span>
      </Fact>
      <Fact label="Version, bits, nonce">
        <span className="tm-row tm-wrap">
          {hex32(block.version)} {hex32(block.bits)} {hex32(block.nonce)}
        </span>
      </Fact>
      <Fact label="Source">{block.source}</Fact>
      <Fact label="Confirmations">
        <Confirmations height={block.height} count={block.confirmations} ranges={coverage.ranges} asOf={asOf} />
      </Fact>
    </>
  );
}

function AccountFacts({ answer }: { readonly answer: AccountBlock }) {
  const { block, asOf } = answer;
  return (
    <>
      <Fact label="Block below">
        <Neighbour answer={answer} hash={block.parentHash} reason={NOT_SAID} />
      </Fact>
      <Fact label="Producer">
        {block.producer === null ? (
          <Missing reason={NOT_SAID} />
        ) : (
          <Hash value={block.producer} kind="address" href={addressUrl(asOf.chain, block.producer)} whole />
        )}
      </Fact>
      <Fact label="Source">{block.source}</Fact>
    </>
  );
}

/** Header and place of a block. */
export function BlockFacts({ answer }: { readonly answer: LedgerBlock }) {
  const { block, asOf } = answer;
  const hash = block.hash === null ? undefined : formatHash(asOf.chain, block.hash);
  return (
    <dl className="tm-facts wide">
      <Fact label="Hash">
        {hash === undefined ? (
          <Missing reason={NOT_SAID}>not indexed</Missing>
        ) : (
          <>
            <span className="tm-id whole">{hash}</span>
            <CopyButton value={hash} what="block hash" size="sm" />
          </>
        )}
      </Fact>
      {answer.family === 'outputs' ? <OutputFacts answer={answer} /> : <AccountFacts answer={answer} />}
    </dl>
  );
}
