import { useQuery } from '@tanstack/react-query';
import type { OutputTransactionDetail } from '@trailmark/api/contract/transaction';
import { type ToggleEvent, useState } from 'react';
import { rawTransactionQuery } from '../../api.ts';
import { Confirmations } from '../../components/confirmations.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatCount } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';

const LOCK_TIME_IS_TIME = 500_000_000;
const NO_RAW = 'The source carried facts without the raw bytes.';
const FINAL = 0xffff_fffe;

/** BIP 125: any input below 0xfffffffe asks to be replaceable. */
function isReplaceable({ inputs }: OutputTransactionDetail): boolean {
  return inputs.some(({ sequence }) => sequence !== null && sequence < FINAL);
}

function formatLockTime(lockTime: number): string {
  if (lockTime === 0) return '0, none';
  return lockTime < LOCK_TIME_IS_TIME ? `height ${formatCount(lockTime)}` : `${formatTime(lockTime)} UTC`;
}

function RawHex({ tx }: { readonly tx: OutputTransactionDetail }) {
  const { data, error } = useQuery(rawTransactionQuery(tx.chain, tx.txid));
  if (error) return <ErrorPanel error={error} what="The raw transaction" />;
  if (!data) return <p className="tm-t3">Loading</p>;
  return (
    <div className="tm-row" style={{ alignItems: 'flex-start' }}>
      <code className="tm-id whole">{data.hex}</code>
      <CopyButton value={data.hex} what="raw transaction" size="sm" />
    </div>
  );
}

/** Format fields, and the raw bytes on request. */
export function TransactionBytes({ tx }: { readonly tx: OutputTransactionDetail }) {
  const [isOpen, setOpen] = useState(false);
  const onToggle = (event: ToggleEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open);
  const missing = <Missing reason={NO_RAW} />;
  return (
    <section className="tm-sect">
      <h2 className="tm-h">Format</h2>
      <dl className="tm-facts">
        <dt>Version</dt>
        <dd>{tx.version ?? missing}</dd>
        <dt>Lock time</dt>
        <dd>{tx.lockTime === null ? missing : formatLockTime(tx.lockTime)}</dd>
        <dt>Replaceable (BIP 125)</dt>
        <dd>{tx.version === null ? missing : isReplaceable(tx) ? 'signalled' : 'not signalled'}</dd>
        <dt>Witness id</dt>
        <dd>
          {tx.wtxid === null ? (
            missing
          ) : tx.wtxid === tx.txid ? (
            'same as the transaction id'
          ) : (
            <span className="tm-id whole">{tx.wtxid}</span>
          )}
        </dd>
        <dt>Confirmations</dt>
        <dd>
          <Confirmations height={tx.height} count={tx.confirmations} ranges={tx.coverage.ranges} asOf={tx.asOf} />
        </dd>
      </dl>
      {tx.hasRaw && (
        <details className="tm-script" onToggle={onToggle}>
          <summary>Raw bytes</summary>
          {isOpen && <RawHex tx={tx} />}
        </details>
      )}
    </section>
  );
}
