import type { AccountHistoryRow } from '@trailmark/api/contract/history';
import { AssetAmount } from '../../../components/account/asset-amount.tsx';
import { coinOf } from '../../../components/account/coin-of.ts';
import { MethodName } from '../../../components/account/method-name.tsx';
import { MoveList } from '../../../components/account/move-list.tsx';
import { ActionList } from '../../../components/account/protocol-actions.tsx';
import { AppLink } from '../../../components/app-link.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { formatAccountHash, NO_CALL } from '../../../format/account-words.ts';
import { formatCount, formatPlural } from '../../../format/number.ts';
import type { ValueSettings } from '../../../prices.ts';
import { blockUrl, transactionUrl } from '../../../url.ts';
import type { AccountPlace } from './account-place.ts';

export interface AccountRowDetailProps {
  readonly place: AccountPlace;
  readonly row: AccountHistoryRow;
  /** The address whose history it is, as the server spells it. */
  readonly own: string;
  readonly values: ValueSettings;
}

const STATUS = { ok: 'done', failed: 'failed: it moved nothing but its fee', unknown: 'not known' } as const;

function Facts({ place: { chain }, row }: Pick<AccountRowDetailProps, 'place' | 'row'>) {
  const coin = coinOf(chain);
  return (
    <dl className="as-facts">
      <div>
        <dt>Outcome</dt>
        <dd>{row.hash === null ? 'of the block itself' : STATUS[row.status]}</dd>
      </div>
      <div>
        <dt>Block</dt>
        <dd>
          <AppLink href={blockUrl(chain, row.height)}>{formatCount(row.height)}</AppLink>
        </dd>
      </div>
      <div>
        <dt>Confirmations</dt>
        <dd>
          {formatCount(row.confirmations)}, {row.finality === 'final' ? 'final' : 'not final yet'}
        </dd>
      </div>
      {row.hash !== null && (
        <>
          <div>
            <dt>{chain === 'trx' ? 'Value sent' : 'Value of the call'}</dt>
            <dd>
              <AssetAmount asset={coin} units={row.value} reason={NO_CALL} />
            </dd>
          </div>
          <div>
            <dt>Fee{row.paysFee ? ', paid by this address' : ''}</dt>
            <dd>
              <AssetAmount asset={coin} units={row.fee} reason="The source does not carry fees." />
            </dd>
          </div>
          <div>
            <dt>Method</dt>
            <dd>
              <MethodName method={row.method} isHeld={row.value !== null} />
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}

/** An expanded row: facts, what known protocols did, and every transfer of the address under its base transaction. */
export function AccountRowDetail({ place, row, own, values }: AccountRowDetailProps) {
  const { chain, linkAddress } = place;
  const hash = row.hash === null ? undefined : formatAccountHash(chain, row.hash);
  return (
    <div className="as-detail">
      <Facts place={place} row={row} />
      {row.actions.length > 0 && <ActionList actions={row.actions} linkAddress={linkAddress} />}
      <MoveList chain={chain} moves={row.moves} moment={row} values={values} linkAddress={linkAddress} own={own} />
      {row.moveCount > row.moves.length && (
        <p className="tm-t2">
          {formatPlural(row.moveCount - row.moves.length, 'more move')} of this address in it: the page of the
          transaction has them.
        </p>
      )}
      {row.hash !== null && hash !== undefined && (
        <div className="tm-row tm-wrap">
          <AppLink className="tm-btn sm" href={transactionUrl(chain, row.hash)}>
            Open transaction
          </AppLink>
          <span className="as-txid">
            <span className="tm-id whole">{hash}</span>
            <CopyButton value={hash} what="transaction hash" size="sm" />
          </span>
        </div>
      )}
    </div>
  );
}
