import type { ChainId } from '@trailmark/core/chain';
import { formatHash } from '../../format/account-words.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import type { AccountSummary } from '../../format/ledger-summary.ts';
import { formatPlural } from '../../format/number.ts';
import { transactionUrl } from '../../url.ts';
import { AppLink } from '../app-link.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Hash } from '../hash.tsx';
import { Missing } from '../missing.tsx';
import { Time } from '../time.tsx';
import { AssetAmount } from './asset-amount.tsx';

export interface AccountHeadNotesProps {
  readonly summary: AccountSummary;
  readonly linkAddress: (address: string) => string;
  /** Where the same address of another chain opens. */
  readonly link: (target: { readonly chain: ChainId; readonly address: string }) => string;
}

function Nature({ summary: { chain, isContract, contractNote, status } }: Pick<AccountHeadNotesProps, 'summary'>) {
  const name = traitsOf(chain).name;
  const note = contractNote === null ? '' : ` ${contractNote}`;
  const words =
    isContract === null ? (
      <>
        {name} address; whether it is a contract is{' '}
        <Missing reason={contractNote ?? 'No indexed fact shows it.'}>not known</Missing>.
      </>
    ) : isContract ? (
      `${name} contract.${note}`
    ) : (
      `${name} account.${note}`
    );
  return (
    <p>
      {words}
      {status === 'not-seen' && ' Valid, and not in this index.'}
    </p>
  );
}

function Funder({ summary: { chain, firstFunder, coin }, linkAddress }: AccountHeadNotesProps) {
  if (firstFunder === null || coin === null) return null;
  const { address, amount, hash, time, isCertain } = firstFunder;
  return (
    <p>
      {isCertain ? 'First funded' : 'First funded, in the indexed blocks,'}{' '}
      {address === null ? (
        'by the block itself'
      ) : (
        <>
          by <Hash value={address} kind="address" href={linkAddress(address)} />
        </>
      )}{' '}
      with <AssetAmount asset={coin.asset} units={amount} />, <Time seconds={time} />
      {hash !== null && (
        <>
          , <Hash value={formatHash(chain, hash)} kind="transaction" href={transactionUrl(chain, hash)} />
        </>
      )}
      .{!isCertain && <span className="tm-t3"> An earlier payment may be in blocks that are not indexed.</span>}
    </p>
  );
}

function OtherChains({ summary: { address, otherChains }, link }: AccountHeadNotesProps) {
  if (otherChains.length === 0) return null;
  return (
    <p>
      The same 20 bytes were also seen on{' '}
      {otherChains.map(({ chain, name, moveCount }, i) => (
        <span key={chain}>
          {i > 0 && ', '}
          <AppLink href={link({ chain, address })}>{name}</AppLink>{' '}
          <span className="tm-t3">({formatPlural(moveCount, 'move')})</span>
        </span>
      ))}
      . Not merged: each chain is separate, and a contract there may be somebody else’s.
    </p>
  );
}

function Aliases({ summary: { aliases } }: Pick<AccountHeadNotesProps, 'summary'>) {
  if (aliases.length === 0) return null;
  return aliases.map(({ form, text }) => (
    <p key={form + text}>
      <span className="tm-t3">{form}</span> <span className="tm-id whole">{text}</span>{' '}
      <CopyButton value={text} what={`${form} form`} size="sm" />
    </p>
  ));
}

/** What the ledger states about an address in addition to its figures: contract or not, first funder, other spellings, other chains. */
export function AccountHeadNotes(props: AccountHeadNotesProps) {
  return (
    <div className="tm-headnotes">
      <Nature summary={props.summary} />
      <Funder {...props} />
      <OtherChains {...props} />
      <Aliases summary={props.summary} />
    </div>
  );
}
