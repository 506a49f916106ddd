import '../../components/account/account.css';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type AccountBlock, blockQuery, type LedgerBlock, type OutputBlock } from '../../block-api.ts';
import { MoveList } from '../../components/account/move-list.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Statements } from '../../components/evidence-mark.tsx';
import { KeyFigures } from '../../components/key-figures.tsx';
import { MinerStatements } from '../../components/miner-statements.tsx';
import { Missing } from '../../components/missing.tsx';
import { FigureBars, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { readHash } from '../../format/account-words.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { useTip } from '../../ledger-api.ts';
import { useValues } from '../../prices.ts';
import { addressUrl, blockUrl, trackUrl } from '../../url.ts';
import { BlockFacts, listBlockFigures } from './block-facts.tsx';
import { BlockTransactions } from './block-transactions.tsx';

const route = getRouteApi('/public/Track/$chain/block/$block');

/** The blocks below and above, where there are some. */
function findNeighbours(answer: LedgerBlock): readonly [below: string | number | null, above: string | number | null] {
  if (answer.family === 'outputs') return [answer.block.previousHash, answer.block.nextHash];
  const { height } = answer.block;
  return [height > 0 ? height - 1 : null, height + 1];
}

function Steps({ answer }: { readonly answer: LedgerBlock }) {
  const [below, above] = findNeighbours(answer);
  const { chain } = answer.asOf;
  return (
    <div className="actions">
      {below !== null && (
        <AppLink className="tm-btn" href={blockUrl(chain, below)}>
          <IconChevronLeft size={16} stroke={1.5} aria-hidden="true" />
          Below
        </AppLink>
      )}
      {above !== null && (
        <AppLink className="tm-btn" href={blockUrl(chain, above)}>
          Above
          <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
        </AppLink>
      )}
    </div>
  );
}

function Miner({ answer: { asOf, block } }: { readonly answer: OutputBlock }) {
  if (block.miner) return <MinerStatements chain={asOf.chain} miner={block.miner} />;
  return (
    <p className="tm-t2">
      Mined by <Missing reason="The block is partly indexed, without its coinbase." />. The coinbase of this block is
      not indexed.
    </p>
  );
}

/** Whether its hashes were computed again here. */
function Verification({ answer: { block } }: { readonly answer: AccountBlock }) {
  const text = block.verified
    ? 'Verified here: the header hash, the root of its transactions and the root of its receipts were computed again and hold.'
    : 'As its source states it: its hashes were not computed again here.';
  return <Statements items={[{ kind: 'fact', text }]} />;
}

function OwnMoves({ answer: { asOf, block, moves } }: { readonly answer: AccountBlock }) {
  const values = useValues();
  if (moves.length === 0) return null;
  return (
    <section>
      <h2 className="tm-h">
        Moved by the block itself <small>{formatPlural(moves.length, 'move')}</small>
      </h2>
      <MoveList
        chain={asOf.chain}
        moves={moves}
        moment={block}
        values={values}
        linkAddress={(address) => addressUrl(asOf.chain, address)}
      />
    </section>
  );
}

function Body({ answer }: { readonly answer: LedgerBlock }) {
  const figures = <KeyFigures figures={listBlockFigures(answer)} />;
  if (answer.family === 'outputs') {
    return (
      <>
        {figures}
        <Miner answer={answer} />
        <BlockFacts answer={answer} />
      </>
    );
  }
  return (
    <>
      <Verification answer={answer} />
      {figures}
      <BlockFacts answer={answer} />
      <OwnMoves answer={answer} />
    </>
  );
}

/** The public page of one block: header, totals, what it moves itself, transactions. */
export function BlockScreen() {
  const { chain, block } = route.useParams();
  const { name, hasOutputs } = traitsOf(chain);
  const id = /^(?:0x)?[0-9a-f]{64}$/i.test(block) ? readHash(block) : block;
  useTip(chain);
  const { data, error, refetch } = useQuery(blockQuery(chain, id));
  const height = data ? formatCount(data.block.height) : /^\d+$/.test(block) ? formatCount(Number(block)) : '';
  const isEstimated = data?.family === 'outputs' && data.block.heightEstimated;
  useDocumentTitle(`Block ${height}`);
  return (
    <div className={`tm-page tm-stack${hasOutputs ? '' : ' tm-ofaccounts'}`}>
      <Crumbs
        items={[
          { label: 'Explorer', href: trackUrl() },
          { label: name, href: trackUrl({ chain }) },
          { label: 'Block' },
        ]}
      />
      <div className="tm-subject">
        <h1 className="words">
          Block {height}
          {isEstimated && <abbr className="tm-est">est.</abbr>} <span className="tm-t3">{name}</span>
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
          <Body answer={data} />
          <BlockTransactions chain={chain} answer={data} />
        </>
      )}
    </div>
  );
}
