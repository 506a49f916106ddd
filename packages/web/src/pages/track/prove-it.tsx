import { useQuery } from '@tanstack/react-query';
import type { OutputTransactionDetail } from '@trailmark/api/contract/transaction';
import { lazy, Suspense, useState } from 'react';
import { transactionProofQuery } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';

const ProofPanel = lazy(() =>
  import('../../components/proof/proof-panel.tsx').then((module) => ({ default: module.ProofPanel })),
);

const WAITING = (
  <Skeleton what="proof">
    <RowBars rows={5} columns={['320px']} />
  </Skeleton>
);

function Proof({ tx }: { readonly tx: OutputTransactionDetail }) {
  const { data, error, refetch } = useQuery(transactionProofQuery(tx.chain, tx.txid));
  if (error) return <ErrorPanel error={error} what="The proof" onRetry={() => void refetch()} />;
  if (!data) return WAITING;
  return (
    <Suspense fallback={WAITING}>
      <ProofPanel proof={data} asked={{ chain: tx.chain, txid: tx.txid, blockHash: tx.blockHash }} />
    </Suspense>
  );
}

function whyNot(tx: OutputTransactionDetail): string | undefined {
  if (tx.height === null) return 'There is nothing to prove yet: the transaction is not in a block.';
  if (!tx.hasRaw)
    return 'This cannot be proved from this index: the source carried facts without raw bytes and headers.';
  return undefined;
}

/** The offer to check the transaction in this browser, and the result. */
export function ProveIt({ tx }: { readonly tx: OutputTransactionDetail }) {
  const [isAsked, setAsked] = useState(false);
  const reason = whyNot(tx);
  return (
    <section className="tm-sect">
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h">Prove it</h2>
        {!reason && !isAsked && (
          <button type="button" className="tm-btn" onClick={() => setAsked(true)}>
            Check in this browser
          </button>
        )}
      </div>
      {!isAsked && (
        <p className="tm-prose">
          {reason ??
            'Fetches the raw bytes, the Merkle branch and the headers from this server and checks them here, so that you need not take its word.'}
        </p>
      )}
      {isAsked && <Proof tx={tx} />}
    </section>
  );
}
