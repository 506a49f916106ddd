import { IconShieldCheck } from '@tabler/icons-react';
import { AppLink } from '../../components/app-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { rowUrl } from '../../components/ledger/history-columns.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatHash } from '../../format/account-words.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { AccountRowDetail } from './account-row-detail.tsx';
import { OutputRowDetail } from './output-row-detail.tsx';
import type { RowDetailProps } from './row-facts.tsx';

function ProveLink({ place, row }: Pick<RowDetailProps, 'place' | 'row'>) {
  if (row.height === null) return <Missing reason="It is in no block yet.">no proof yet</Missing>;
  if (row.family === 'outputs' && row.source.flags.includes('no-raw')) {
    return (
      <Missing reason="This block came from a table of facts without raw bytes, so there is nothing to hash.">
        no proof possible
      </Missing>
    );
  }
  return (
    <AppLink className="tm-btn sm" href={place.linkTo({ prove: row.hash ?? undefined })}>
      <IconShieldCheck size={14} stroke={1.5} aria-hidden="true" />
      Prove it
    </AppLink>
  );
}

/** An expanded row: its facts, what moved, and its transaction with the proof where the chain has one. */
export function RowDetail(props: RowDetailProps) {
  const { place, row } = props;
  const { hasProofs, hasOutputs } = traitsOf(place.chain);
  const hash = row.hash === null ? undefined : formatHash(place.chain, row.hash);
  return (
    <div className="as-detail">
      {row.family === 'outputs' ? <OutputRowDetail {...props} row={row} /> : <AccountRowDetail {...props} row={row} />}
      {hash !== undefined && (
        <div className="tm-row tm-wrap">
          <AppLink className="tm-btn sm" href={rowUrl(place.chain, row)}>
            Open transaction
          </AppLink>
          {hasProofs && <ProveLink place={place} row={row} />}
          <span className="as-txid">
            <span className="tm-id whole">{hash}</span>
            <CopyButton value={hash} what={hasOutputs ? 'transaction id' : 'transaction hash'} size="sm" />
          </span>
        </div>
      )}
    </div>
  );
}
