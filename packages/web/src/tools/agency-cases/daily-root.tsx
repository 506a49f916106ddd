import type { Answer } from '../../api.ts';
import { formatTime } from '../../format/time.ts';
import { shortHash } from './custody-ledger.tsx';

type Root = NonNullable<Answer<'listCaseCustody'>['root']>;

const toMinute = (seconds: number): string => `${formatTime(seconds).slice(0, 16)} UTC`;

/** What an authority outside the program confirms of a root. */
function Stamp({ stamp, isStamping }: { readonly stamp: Root['stamp']; readonly isStamping: boolean }) {
  if (stamp?.fault) return <b className="tm-bad">Its time stamp does not verify: {stamp.fault}</b>;
  if (stamp) {
    return (
      <>
        Time stamp of <bdi>{stamp.authority}</bdi>: {toMinute(stamp.at)}. It verifies.
      </>
    );
  }
  return isStamping
    ? 'It has no time stamp yet: the authority is queried every hour.'
    : 'No time stamp authority is set: the audit log of this server is what dates it.';
}

/** The last daily root over the ledgers of a case, and how its time is known. */
export function DailyRoot({ root, isStamping }: { readonly root: Root | null; readonly isStamping: boolean }) {
  return (
    <p className="tm-t3 tm-sm">
      {root ? (
        <>
          Daily root of {root.day}: {shortHash(root.root)}, in the audit log since {toMinute(root.at)}.{' '}
          <Stamp stamp={root.stamp} isStamping={isStamping} />
        </>
      ) : (
        'No daily root includes these ledgers yet: the next one will.'
      )}{' '}
      Pinned results have no custody: they are answers, kept with their hash.
    </p>
  );
}
