import '../../../components/account/account.css';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import { type AccountChainId, parseAccountChainId } from '@trailmark/core/chain';
import type { ReactNode } from 'react';
import { accountBlockQuery, useAccountTip } from '../../../account-api.ts';
import type { Answer } from '../../../api.ts';
import { MoveList } from '../../../components/account/move-list.tsx';
import { AppLink } from '../../../components/app-link.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Crumbs } from '../../../components/crumbs.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Statements } from '../../../components/evidence-mark.tsx';
import { Hash } from '../../../components/hash.tsx';
import { type KeyFigure, KeyFigures } from '../../../components/key-figures.tsx';
import { Missing } from '../../../components/missing.tsx';
import { FigureBars, RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { Time } from '../../../components/time.tsx';
import { useDocumentTitle } from '../../../document-title.ts';
import { formatAccountHash, readAccountHash } from '../../../format/account-words.ts';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { useValues } from '../../../prices.ts';
import { addressUrl, blockUrl, trackUrl } from '../../../url.ts';
import { AccountBlockTransactions } from './account-block-transactions.tsx';

const route = getRouteApi('/public/Track/$chain/block/$block');

type Block = Answer<'getBlock', 'accounts'>['block'];

const PAGE = 25;
const NO_HASH = 'The source does not say it.';

function listFigures({
  transactionCount,
  transactionTotal,
  time,
  timeEstimated,
  finality,
}: Block): readonly KeyFigure[] {
  return [
    {
      label: 'Transactions',
      value: formatCount(transactionCount),
      note:
        transactionTotal === null
          ? 'held here; how many the block has is not known'
          : transactionTotal === transactionCount
            ? 'held here, all of the block'
            : `held here, of ${formatCount(transactionTotal)} in the block`,
    },
    {
      label: 'Time',
      value: <Time seconds={time} isEstimated={timeEstimated} />,
      note: 'as its producer set it',
      small: true,
    },
    {
      label: 'Finality',
      value: finality === 'final' ? 'final' : 'not final',
      note: finality === 'final' ? 'by the rule of the chain' : 'a reorganisation may still take it away',
      small: true,
    },
  ];
}

function BlockLink({ chain, hash }: { readonly chain: AccountChainId; readonly hash: string | null }) {
  if (hash === null) return <Missing reason={NO_HASH}>not held</Missing>;
  return <Hash value={formatAccountHash(chain, hash)} kind="block hash" href={blockUrl(chain, hash)} whole />;
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Header({ chain, block }: { readonly chain: AccountChainId; readonly block: Block }) {
  const hash = block.hash === null ? undefined : formatAccountHash(chain, block.hash);
  return (
    <dl className="tm-facts wide">
      <Fact label="Hash">
        {hash === undefined ? (
          <Missing reason={NO_HASH}>not held</Missing>
        ) : (
          <>
            <span className="tm-id whole">{hash}</span>
            <CopyButton value={hash} what="block hash" size="sm" />
          </>
        )}
      </Fact>
      <Fact label="Block below">
        <BlockLink chain={chain} hash={block.parentHash} />
      </Fact>
      <Fact label="Producer">
        {block.producer === null ? (
          <Missing reason={NO_HASH} />
        ) : (
          <Hash value={block.producer} kind="address" href={addressUrl(chain, block.producer)} whole />
        )}
      </Fact>
      <Fact label="Source">{block.source}</Fact>
    </dl>
  );
}

function Steps({ chain, height }: { readonly chain: AccountChainId; readonly height: number }) {
  return (
    <div className="actions">
      {height > 0 && (
        <AppLink className="tm-btn" href={blockUrl(chain, height - 1)}>
          <IconChevronLeft size={16} stroke={1.5} aria-hidden="true" />
          Below
        </AppLink>
      )}
      <AppLink className="tm-btn" href={blockUrl(chain, height + 1)}>
        Above
        <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
      </AppLink>
    </div>
  );
}

function Body({
  chain,
  block,
  moves,
}: { chain: AccountChainId } & Pick<Answer<'getBlock', 'accounts'>, 'block' | 'moves'>) {
  const values = useValues();
  return (
    <>
      <Statements
        items={[
          {
            kind: 'fact',
            text: block.verified
              ? 'Verified here: the header hash, the root of its transactions and the root of its receipts were computed again and hold.'
              : 'As its source states it: its hashes were not computed again here.',
          },
        ]}
      />
      <KeyFigures figures={listFigures(block)} />
      <Header chain={chain} block={block} />
      {moves.length > 0 && (
        <section>
          <h2 className="tm-h">
            Moved by the block itself <small>{formatPlural(moves.length, 'move')}</small>
          </h2>
          <MoveList
            chain={chain}
            moves={moves}
            moment={block}
            values={values}
            linkAddress={(address) => addressUrl(chain, address)}
          />
        </section>
      )}
    </>
  );
}

/** The public page of one block of an account chain: header, what it moves itself, its transactions. */
export function AccountBlockScreen() {
  const { chain: anyChain, block: asked } = route.useParams();
  const chain = parseAccountChainId(anyChain);
  const id = /^(?:0x)?[0-9a-f]{64}$/i.test(asked) ? readAccountHash(asked) : asked;
  useAccountTip(chain);
  const query = useInfiniteQuery(accountBlockQuery(chain, id, PAGE));
  const first = query.data?.pages[0];
  const height = first ? formatCount(first.block.height) : /^\d+$/.test(asked) ? formatCount(Number(asked)) : '';
  useDocumentTitle(`Block ${height}`);
  return (
    <div className="tm-page tm-stack tm-ofaccounts">
      <Crumbs
        items={[
          { label: 'Explorer', href: trackUrl() },
          { label: chainName(chain), href: trackUrl({ chain }) },
          { label: 'Block' },
        ]}
      />
      <div className="tm-subject">
        <h1 className="words">
          Block {height} <span className="tm-t3">{chainName(chain)}</span>
        </h1>
        {first && <Steps chain={chain} height={first.block.height} />}
      </div>
      {query.error && !first && (
        <ErrorPanel error={query.error} what="This block" onRetry={() => void query.refetch()} />
      )}
      {!first && !query.error && (
        <Skeleton what="block">
          <FigureBars count={3} />
          <div style={{ height: 14 }} />
          <RowBars rows={8} columns={['120px', '420px', '0']} />
        </Skeleton>
      )}
      {first && (
        <>
          <Body chain={chain} block={first.block} moves={first.moves} />
          <AccountBlockTransactions chain={chain} query={query} pageSize={PAGE} />
        </>
      )}
    </div>
  );
}
