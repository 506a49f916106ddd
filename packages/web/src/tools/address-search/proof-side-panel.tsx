import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { OutputChainId } from '@trailmark/core/chain';
import { useCallback } from 'react';
import { transactionProofQuery } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { ProofPanel } from '../../components/proof/proof-panel.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import type { LedgerRow } from '../../format/ledger-row.ts';
import { transactionUrl } from '../../url.ts';
import type { HistoryPlace } from './history-place.ts';

export interface ProofSidePanelProps {
  readonly place: HistoryPlace;
  /** Rows of the table; the proof is checked against the block that they show. */
  readonly rows: readonly LedgerRow[];
}

interface ProofBodyProps {
  readonly chain: OutputChainId;
  readonly txid: string;
  readonly blockHash: string | null;
}

function ProofBody({ chain, txid, blockHash }: ProofBodyProps) {
  const { data, error, refetch } = useQuery(transactionProofQuery(chain, txid));
  return (
    <>
      <p className="tm-sm tm-t3">
        Transaction <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid)} />
      </p>
      {error && <ErrorPanel error={error} what="The proof" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the proof">
          <Bar width="90%" />
          <Bar width="60%" />
          <Bar width="90%" height={48} />
        </Skeleton>
      )}
      {data && <ProofPanel proof={data} asked={{ chain, txid, blockHash }} />}
    </>
  );
}

/** The side panel in which a transaction is proved; the address bar says which. */
export function ProofSidePanel({ place, rows }: ProofSidePanelProps) {
  const router = useRouter();
  const close = useCallback(
    () => void router.navigate({ href: place.linkTo({ prove: undefined }), resetScroll: false }),
    [router, place],
  );
  const traits = traitsOf(place.chain);
  const txid = place.search.prove;
  if (txid === undefined || !traits.hasProofs) return null;
  const row = rows.find(({ hash }) => hash === txid);
  const blockHash = row?.family === 'outputs' ? row.source.blockHash : null;
  return (
    <SidePanel title="Proof, checked in this browser" onClose={close}>
      <ProofBody key={txid} chain={traits.id} txid={txid} blockHash={blockHash} />
    </SidePanel>
  );
}
