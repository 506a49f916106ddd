import type { AuditStatus } from '@trailmark/api/contract/audit';
import { formatCount, formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';

const toSeconds = (text: string): number => Math.floor(Date.parse(text) / 1000);

/** What the log's figures are true of: its last signed checkpoint, and the last check of the whole. */
export function StatusLine({ status }: { readonly status: AuditStatus }) {
  const { checkpoint, verification, unsequenced } = status;
  return (
    <span className="tm-asof">
      {checkpoint ? (
        <>
          As of the checkpoint at {formatPlural(checkpoint.size, 'event')}, {formatTime(toSeconds(checkpoint.at))} UTC,
          root{' '}
          <span className="tm-mono" title={checkpoint.root}>
            {checkpoint.root.slice(0, 8)}…{checkpoint.root.slice(-8)}
          </span>
          .{' '}
        </>
      ) : (
        'No checkpoint was signed yet. '
      )}
      {unsequenced > 0 &&
        `${formatCount(unsequenced)} newer ${unsequenced === 1 ? 'event has' : 'events have'} no place yet. `}
      {verification === null
        ? 'The whole log was not checked since the server started.'
        : verification.isVerified &&
          `The whole log was recomputed on ${formatTime(toSeconds(verification.at))} UTC and is intact.`}
    </span>
  );
}
