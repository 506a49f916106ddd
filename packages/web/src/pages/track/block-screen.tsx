import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getChain } from '@trailmark/chains/catalogue';
import { parseOutputChainId } from '@trailmark/core/chain';
import type { ReactNode } from 'react';
import { type Answer, blockQuery } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { Confirmations } from '../../components/confirmations.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { type KeyFigure, KeyFigures } from '../../components/key-figures.tsx';
import { MinerStatements } from '../../components/miner-statements.tsx';
import { Missing } from '../../components/missing.tsx';
import { FigureBars, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatBytes, formatCount } from '../../format/number.ts';
import { blockUrl, trackUrl } from '../../url.ts';
import { BlockTransactions } from './block-transactions.tsx';

const route = getRouteApi('/public/Track/$chain/block/$block');

type Block = Answer<'getBlock', 'outputs'>['block'];

const NO_HEADER = 'The source carried no header.';
const NO_INPUTS = 'The amount of at least one input is outside what this index holds.';

function listFigures(block: Block, chain: Answer<'getBlock', 'outputs'>['asOf']['chain']): readonly KeyFigure[] {
  const { decimals, symbol } = getChain(chain);
  const claimed = block.coinbaseClaimed;
  return [
    {
      label: 'Transactions',
      value: formatCount(block.transactionCount),
      note: block.isWhole ? 'the whole block is held' : 'the block is held in part',
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
      value: <Amount units={claimed} decimals={decimals} symbol={symbol} reason="The coinbase is not held." />,
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

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function hex32(value: number | null): ReactNode {
  if (value === null) return <Missing reason={NO_HEADER} />;
  return <span className="tm-mono">0x{(value >>> 0).toString(16).padStart(8, '0')}</span>;
}

function BlockLink({
  chain,
  hash,
  reason,
}: {
  chain: Answer<'getBlock', 'outputs'>['asOf']['chain'];
  hash: string | null;
  reason: string;
}) {
  if (hash === null) return <Missing reason={reason}>not held</Missing>;
  return <Hash value={hash} kind="block hash" href={blockUrl(chain, hash)} whole />;
}

function Header({ answer }: { readonly answer: Answer<'getBlock', 'outputs'> }) {
  const { block, asOf } = answer;
  const { chain } = asOf;
  return (
    <dl className="tm-facts wide">
      <Fact label="Hash">
        <span className="tm-id whole">{block.hash}</span>
        <CopyButton value={block.hash} what="block hash" size="sm" />
      </Fact>
      <Fact label="Block below">
        <BlockLink
          chain={chain}
          hash={block.previousHash}
          reason="The first block has none below it; otherwise its header is not held."
        />
      </Fact>
      <Fact label="Block above">
        <BlockLink chain={chain} hash={block.nextHash} reason="This index holds no block above it." />
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
        <Confirmations height={block.height} count={block.confirmations} ranges={answer.coverage.ranges} asOf={asOf} />
      </Fact>
    </dl>
  );
}

function Miner({ answer: { asOf, block } }: { readonly answer: Answer<'getBlock', 'outputs'> }) {
  if (block.miner) return <MinerStatements chain={asOf.chain} miner={block.miner} />;
  return (
    <p className="tm-t2">
      Mined by <Missing reason="The block is held in part, without its coinbase." />. The coinbase of this block is not
      held.
    </p>
  );
}

function Steps({ answer }: { readonly answer: Answer<'getBlock', 'outputs'> }) {
  const { previousHash, nextHash } = answer.block;
  const { chain } = answer.asOf;
  return (
    <div className="actions">
      {previousHash && (
        <AppLink className="tm-btn" href={blockUrl(chain, previousHash)}>
          <IconChevronLeft size={16} stroke={1.5} aria-hidden="true" />
          Below
        </AppLink>
      )}
      {nextHash && (
        <AppLink className="tm-btn" href={blockUrl(chain, nextHash)}>
          Above
          <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
        </AppLink>
      )}
    </div>
  );
}

/** The public page of one block: header, totals, transactions. */
export function BlockScreen() {
  const { chain: anyChain, block } = route.useParams();
  const chain = parseOutputChainId(anyChain);
  const { data, error, refetch } = useQuery(blockQuery(chain, block));
  const height = data ? formatCount(data.block.height) : /^\d+$/.test(block) ? formatCount(Number(block)) : '';
  useDocumentTitle(`Block ${height}`);
  return (
    <div className="tm-page tm-stack">
      <Crumbs
        items={[
          { label: 'Explorer', href: trackUrl() },
          { label: getChain(chain).name, href: trackUrl({ chain }) },
          { label: 'Block' },
        ]}
      />
      <div className="tm-subject">
        <h1 className="words">
          Block {height}
          {data?.block.heightEstimated && <abbr className="tm-est">est.</abbr>}
        </h1>
        {data && <Steps answer={data} />}
      </div>
      {error && <ErrorPanel error={error} what="This block" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="block">
          <FigureBars count={5} />
          <div style={{ height: 14 }} />
          <RowBars rows={8} columns={['120px', '420px', '0']} />
        </Skeleton>
      )}
      {data && (
        <>
          <KeyFigures figures={listFigures(data.block, chain)} />
          <Miner answer={data} />
          <Header answer={data} />
          <BlockTransactions
            chain={chain}
            block={data.block.hash}
            total={data.block.transactionCount}
            height={data.block.height}
            knowledge={{ labels: data.block.miner?.labels }}
          />
        </>
      )}
    </div>
  );
}
