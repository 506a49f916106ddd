import type { AccountMove } from '@trailmark/api/contract/ledger-wire';
import type { ChainId } from '@trailmark/core/chain';
import { useState } from 'react';
import {
  formatMoveFlag,
  formatMoveGroup,
  formatMoveKind,
  formatNobody,
  groupMoves,
} from '../../format/account-words.ts';
import { escapeHostile } from '../../format/hostile-text.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import type { ValueSettings } from '../../prices.ts';
import { Direction } from '../direction.tsx';
import { Hash } from '../hash.tsx';
import { AddressLabel } from '../label-scope.tsx';
import { AccountFiat } from './account-fiat.tsx';
import { AssetAmount } from './asset-amount.tsx';

export interface MoveListProps {
  readonly chain: ChainId;
  /** In the declared order. */
  readonly moves: readonly AccountMove[];
  readonly moment: { readonly height: number; readonly time: number };
  readonly values: ValueSettings;
  /** Where an address opens. */
  readonly linkAddress: (address: string) => string;
  /** Address whose history this is: shown as "this address" instead of linked. */
  readonly own?: string | undefined;
}

const FIRST_SHOWN = 50;

function Party({ address, props }: { readonly address: string; readonly props: MoveListProps }) {
  if (address === props.own) return <b className="tm-m">this address</b>;
  return (
    <>
      <Hash value={address} kind="address" href={props.linkAddress(address)} />
      <AddressLabel address={address} />
    </>
  );
}

/** From and to in words: what is created comes from nobody, what is destroyed goes to nobody. */
function Parties({ move: { kind, from, to }, props }: { readonly move: AccountMove; readonly props: MoveListProps }) {
  const [made, gone] = formatNobody(kind, props.moves);
  return (
    <>
      {from === null ? <span className="tm-t3">{made}</span> : <Party address={from} props={props} />}
      <span className="tm-t3">{from === null ? ' for ' : to === null ? `, ${gone}` : ' to '}</span>
      {to !== null && <Party address={to} props={props} />}
    </>
  );
}

function MoveRow({ move, props }: { readonly move: AccountMove; readonly props: MoveListProps }) {
  const { chain, moment, values } = props;
  const { kind, asset, amount, tokenId, direction, flags, folded, fiat, logIndex, tracePath } = move;
  const place = tracePath !== null ? `call ${tracePath}` : logIndex === null ? '' : `log ${formatCount(logIndex)}`;
  return (
    <li>
      <span className="kind">
        {direction === null ? null : <Direction direction={direction} />} {formatMoveKind(kind, chain)}
        {place !== '' && <span className="tm-t3 tm-sm"> {place}</span>}
      </span>
      <span className="parties">
        <Parties move={move} props={props} />
        {flags.length > 0 && <span className="tm-flag"> {flags.map(formatMoveFlag).join(', ')}</span>}
        {folded !== null && <span className="tm-t3 tm-sm why">{escapeHostile(folded).slice(0, 200)}</span>}
      </span>
      <span className="value">
        <AssetAmount asset={asset} units={amount} tokenId={tokenId} whole />
        <AccountFiat chain={chain} asset={asset} fiat={fiat} moment={moment} values={values} />
      </span>
    </li>
  );
}

function Rows({ moves, props }: { readonly moves: readonly AccountMove[]; readonly props: MoveListProps }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? moves : moves.slice(0, FIRST_SHOWN);
  return (
    <>
      <ol>
        {shown.map((move, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: moves of one transaction have a fixed order
          <MoveRow key={i} move={move} props={props} />
        ))}
      </ol>
      {moves.length > shown.length && (
        <button type="button" className="tm-linkbtn tm-sm" onClick={() => setWhole(true)}>
          Show all {formatCount(moves.length)}
        </button>
      )}
    </>
  );
}

/** What moved in one transaction: call, internal, tokens, fee; what is worth noise is folded below, never left out. */
export function MoveList(props: MoveListProps) {
  const shown = props.moves.filter(({ folded }) => folded === null);
  const noise = props.moves.filter(({ folded }) => folded !== null);
  return (
    <div className="tm-moves">
      {groupMoves(shown).map(({ group, moves }) => (
        <section key={group}>
          <h3>
            {formatMoveGroup(group, props.chain)} <span className="tm-t3">{formatCount(moves.length)}</span>
          </h3>
          <Rows moves={moves} props={props} />
        </section>
      ))}
      {noise.length > 0 && (
        <details>
          <summary>{formatPlural(noise.length, 'folded transfer')}, each with the reason</summary>
          <Rows moves={noise} props={props} />
        </details>
      )}
    </div>
  );
}
