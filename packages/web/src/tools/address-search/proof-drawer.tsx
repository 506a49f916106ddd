import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { transactionProofQuery } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { ProofPanel } from '../../pages/track/proof-panel.tsx';
import { transactionUrl } from '../../url.ts';
import type { HistoryPlace } from './history-link.ts';

export interface ProofDrawerProps {
  readonly place: HistoryPlace;
  /** Block hash that the table shows for the transaction; the proof is held against it. */
  readonly blockHash: string | null;
}

function ProofBody({ place, txid, blockHash }: ProofDrawerProps & { readonly txid: string }) {
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

/** The side panel (a bottom sheet on a phone) in which a transaction is proved, while the table stays usable. */
export function ProofDrawer({ place, blockHash }: ProofDrawerProps) {
  const router = useRouter();
  const isNarrow = useMediaQuery('(max-width: 760px)', window.innerWidth <= 760);
  const txid = place.search.prove;
  const close = () => void router.navigate({ href: place.linkTo({ prove: undefined }), resetScroll: false });
  return (
    <Drawer
      opened={txid !== undefined}
      onClose={close}
      position={isNarrow ? 'bottom' : 'right'}
      size={isNarrow ? '75%' : 'calc(var(--tm-panel-width) + 48px)'}
      withOverlay={isNarrow ?? false}
      lockScroll={isNarrow ?? false}
      trapFocus
      title={<span className="tm-h">Proof, checked in this browser</span>}
      closeButtonProps={{ 'aria-label': 'Close the proof' }}
      classNames={{ content: 'as-drawer', header: 'as-drawer', inner: 'as-drawerinner' }}
    >
      {txid !== undefined && <ProofBody place={place} txid={txid} blockHash={blockHash} />}
    </Drawer>
  );
}
