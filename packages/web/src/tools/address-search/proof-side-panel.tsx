import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { transactionProofQuery } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { ProofPanel } from '../../components/proof/proof-panel.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { transactionUrl } from '../../url.ts';
import type { HistoryPlace } from './history-link.ts';

export interface ProofSidePanelProps {
  readonly place: HistoryPlace;
  /** Block hash that the table shows for the transaction; the proof is held against it. */
  readonly blockHash: string | null;
}

function ProofBody({ place, txid, blockHash }: ProofSidePanelProps & { readonly txid: string }) {
  const { data, error, refetch } = useQuery(transactionProofQuery(place.chain, txid));
  return (
    <>
      <p className="tm-sm tm-t3">
        Transaction <Hash value={txid} kind="transaction" href={transactionUrl(place.chain, txid)} />
      </p>
      {error && <ErrorPanel error={error} what="The proof" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the proof">
          <Bar width="90%" />
          <Bar width="60%" />
          <Bar width="90%" height={48} />
        </Skeleton>
      )}
      {data && <ProofPanel proof={data} asked={{ chain: place.chain, txid, blockHash }} />}
    </>
  );
}

/** The side panel in which a transaction is proved; the address bar says which. */
export function ProofSidePanel({ place, blockHash }: ProofSidePanelProps) {
  const router = useRouter();
  const close = useCallback(
    () => void router.navigate({ href: place.linkTo({ prove: undefined }), resetScroll: false }),
    [router, place],
  );
  const txid = place.search.prove;
  if (txid === undefined) return null;
  return (
    <SidePanel title="Proof, checked in this browser" onClose={close}>
      <ProofBody key={txid} place={place} txid={txid} blockHash={blockHash} />
    </SidePanel>
  );
}
