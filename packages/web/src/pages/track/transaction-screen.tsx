import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import '../../components/account/account.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isOutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { lazy, Suspense } from 'react';
import { type LedgerTransaction, transactionQuery } from '../../block-api.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FollowLink } from '../../components/follow-link.tsx';
import { Bar, FigureBars, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { SubjectTitle } from '../../components/subject-title.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatHash, readHash } from '../../format/account-words.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { shorten } from '../../format/identifier.ts';
import { formatCount } from '../../format/number.ts';
import { useTip } from '../../ledger-api.ts';
import { useValues } from '../../prices.ts';
import { blockUrl, trackUrl } from '../../url.ts';

// Each says what its chain has of a transaction; most visits look at one.
const OutputTransaction = lazy(() =>
  import('./output-transaction.tsx').then((module) => ({ default: module.OutputTransaction })),
);
const AccountTransaction = lazy(() =>
  import('./account-transaction.tsx').then((module) => ({ default: module.AccountTransaction })),
);

const VanishedTransaction = lazy(() =>
  import('./vanished-transaction.tsx').then((module) => ({ default: module.VanishedTransaction })),
);

const route = getRouteApi('/public/Track/$chain/tx/$txid');

function TransactionBars() {
  return (
    <Skeleton what="transaction">
      <Bar width="50%" />
      <div style={{ height: 16 }} />
      <FigureBars count={6} />
      <div style={{ height: 14 }} />
      <RowBars rows={5} columns={['120px', '260px', '110px']} />
    </Skeleton>
  );
}

function heightOf(answer: LedgerTransaction): number | null {
  return answer.family === 'outputs' ? answer.height : answer.transaction.height;
}

/** The public page of one transaction: what moved, and what else the chain has of it. */
export function TransactionScreen() {
  const { chain, txid } = route.useParams();
  const { height, fromInput = 0, fromOutput = 0 } = route.useSearch();
  const { currency } = useValues();
  const { name, hasOutputs } = traitsOf(chain);
  const hash = readHash(txid);
  const shown = formatHash(chain, hash);
  useTip(chain);
  const { data, error, refetch } = useQuery(transactionQuery(chain, hash, { height, fromInput, fromOutput, currency }));
  useDocumentTitle(`Transaction ${shorten(shown)}`);
  const block = data && heightOf(data);
  return (
    <div className={`tm-page tm-stack${hasOutputs ? '' : ' tm-ofaccounts'}`}>
      <Crumbs
        items={[
          { label: 'Explorer', href: trackUrl() },
          { label: name, href: trackUrl({ chain }) },
          ...(block == null ? [] : [{ label: `Block ${formatCount(block)}`, href: blockUrl(chain, block) }]),
          { label: 'Transaction' },
        ]}
      />
      <SubjectTitle
        value={shown}
        kind={hasOutputs ? 'transaction id' : 'transaction hash'}
        actions={
          <>
            <AddToCase
              of={{
                kind: 'transaction',
                input: { params: { chain, txid: hash } },
                what: `the transaction ${shorten(shown)}`,
              }}
            />
            <FollowLink chain={chain} start={shown} />
          </>
        }
      />
      {error && <ErrorPanel error={error} what="This transaction" onRetry={() => void refetch()} />}
      {isOutputChainId(chain) && AppError.is(error) && error.kind === 'not-found' && (
        <Suspense fallback={null}>
          <VanishedTransaction chain={chain} txid={hash} />
        </Suspense>
      )}
      {!data && !error && <TransactionBars />}
      {data && (
        <Suspense fallback={<TransactionBars />}>
          {data.family === 'outputs' ? (
            <OutputTransaction tx={data} fromInput={fromInput} fromOutput={fromOutput} />
          ) : (
            <AccountTransaction answer={data} />
          )}
        </Suspense>
      )}
    </div>
  );
}
