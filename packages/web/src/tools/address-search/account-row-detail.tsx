import { AssetAmount } from '../../components/account/asset-amount.tsx';
import { MethodName } from '../../components/account/method-name.tsx';
import { MoveList } from '../../components/account/move-list.tsx';
import { ActionList } from '../../components/account/protocol-actions.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { formatMoveGroup, NO_CALL } from '../../format/account-words.ts';
import { coinOf } from '../../format/coin-of.ts';
import type { AccountRow } from '../../format/ledger-row.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { blockUrl } from '../../url.ts';
import { type RowDetailProps, RowFact } from './row-facts.tsx';

type DetailProps = RowDetailProps & { readonly row: AccountRow };

const STATUS = { ok: 'done', failed: 'failed: it moved nothing but its fee', unknown: 'not known' } as const;

function Facts({ place: { chain }, row: { source } }: Pick<DetailProps, 'place' | 'row'>) {
  const coin = coinOf(chain);
  const { hash, status, height, confirmations, finality, value, fee, paysFee, method } = source;
  return (
    <dl className="as-facts">
      <RowFact term="Outcome">{hash === null ? 'of the block itself' : STATUS[status]}</RowFact>
      <RowFact term="Block">
        <AppLink href={blockUrl(chain, height)}>{formatCount(height)}</AppLink>
      </RowFact>
      <RowFact term="Confirmations">
        {formatCount(confirmations)}, {finality === 'final' ? 'final' : 'not final yet'}
      </RowFact>
      {hash !== null && (
        <>
          <RowFact term={formatMoveGroup('Call', chain) === 'Call' ? 'Value of the call' : 'Value sent'}>
            <AssetAmount asset={coin} units={value} reason={NO_CALL} />
          </RowFact>
          <RowFact term={`Fee${paysFee ? ', paid by this address' : ''}`}>
            <AssetAmount asset={coin} units={fee} reason="The source does not carry fees." />
          </RowFact>
          <RowFact term="Method">
            <MethodName method={method} isHeld={value !== null} />
          </RowFact>
        </>
      )}
    </dl>
  );
}

/** What known protocols did, and every transfer of the address under its base transaction. */
export function AccountRowDetail({ place, summary, row, values }: DetailProps) {
  const { chain, linkAddress } = place;
  const { actions, moves, moveCount } = row.source;
  return (
    <>
      <Facts place={place} row={row} />
      {actions.length > 0 && <ActionList actions={actions} linkAddress={linkAddress} />}
      <MoveList
        chain={chain}
        moves={moves}
        moment={row.source}
        values={values}
        linkAddress={linkAddress}
        own={summary.address}
      />
      {moveCount > moves.length && (
        <p className="tm-t2">
          {formatPlural(moveCount - moves.length, 'more move')} of this address in it: the page of the transaction has
          them.
        </p>
      )}
    </>
  );
}
