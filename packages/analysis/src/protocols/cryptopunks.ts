import { type AccountLog, HAS_INTERNALS } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { NATIVE_ASSET, STATED_PRICE } from '@trailmark/core/asset';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { numberAt, toAddress } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';

export const CRYPTOPUNKS = 'b47e3cd837ddf8e4c57f05d70ab865de6e193bbb';
const NOBODY = /^0*$/;
const FAULT =
  'The contract clears a bid before it logs its acceptance, so buyer and price of accepted bids are missing from this log.';

/** Without a buyer in the log, the one who got the punk by the contract's own transfer in the same transaction. */
function findBuyer({ moves }: ProtocolInput, seller: string, punk: bigint): string | undefined {
  const found = moves.filter(
    ({ asset, from, tokenId = punk }) => asset === CRYPTOPUNKS && from === seller && tokenId === punk,
  );
  return found.length === 1 ? found[0]?.to : undefined;
}

function readBought(input: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const value = numberAt(log.data, 0);
  const seller = toAddress(log.topics[2]);
  const named = toAddress(log.topics[3]);
  if (value === undefined || seller === undefined || named === undefined) return undefined;
  const isFaulty = NOBODY.test(named);
  const punk = BigInt(`0x${log.topics[1]}`);
  const buyer = isFaulty ? findBuyer(input, seller, punk) : named;
  return createAction(cryptopunks, {
    kind: 'nft-sale',
    account: buyer,
    given: value > 0n ? [{ asset: NATIVE_ASSET, amount: value, tokenId: undefined }] : [],
    got: [{ asset: CRYPTOPUNKS, amount: 1n, tokenId: punk }],
    parties: [{ role: 'seller', address: seller }],
    evidence: [log.logIndex],
    note: isFaulty
      ? FAULT
      : 'Bought at the price the market contract logged; the seller collects it later from the contract.',
  });
}

function describePrice(price: StoredMove | undefined, holds: number): string {
  if (!price) return 'A table of sales lists this sale without a price.';
  return `A table of sales states this price.${(holds & HAS_INTERNALS) === 0 ? ' The payment itself is not indexed.' : ''}`;
}

function toStatedSale(move: StoredMove, price: StoredMove | undefined, holds: number): ProtocolAction {
  return createAction(cryptopunks, {
    kind: 'nft-sale',
    account: move.to === '' ? undefined : move.to,
    given: price ? [{ asset: STATED_PRICE, amount: price.amount, tokenId: undefined }] : [],
    got: [{ asset: move.asset, amount: move.amount, tokenId: move.tokenId }],
    parties: move.from === '' ? [] : [{ role: 'seller', address: move.from }],
    evidence: move.logIndex === undefined ? [] : [move.logIndex],
    note: describePrice(price, holds),
  });
}

/** A table states price and parties, without the log: one punk and one price between the same two. */
function readStated({ moves, transaction }: ProtocolInput): ProtocolAction[] {
  // A row of the table alone, of a call of the market: a sale whose price the table lacks.
  const isBare = transaction.holds === 0 && transaction.to === CRYPTOPUNKS;
  return moves
    .filter(({ asset, kind }) => asset === CRYPTOPUNKS && kind === 'nft')
    .flatMap((move) => {
      const prices = moves.filter(
        ({ asset, from, to }) => asset === STATED_PRICE && from === move.to && to === move.from,
      );
      const [price] = prices;
      return prices.length > 1 || (!price && !isBare) ? [] : [toStatedSale(move, price, transaction.holds)];
    });
}

/** The market inside the CryptoPunks contract (2017: `PunkBought(punkIndex, value, from, to)`), and the bundled table of its sales. */
export const cryptopunks = defineProtocol({
  id: 'cryptopunks',
  version: 2,
  name: 'CryptoPunks market',
  kinds: ['nft-sale'],
  chains: ['eth'],
  topics: 'moves',
  find(input): ProtocolAction[] {
    const logged = input.logs.flatMap((log) => {
      const isSale =
        log.address === CRYPTOPUNKS && log.topics[0] === EVENTS.PUNK_BOUGHT.topic && log.topics.length === 4;
      return isSale ? (readBought(input, log) ?? []) : [];
    });
    return logged.length > 0 ? logged : readStated(input);
  },
});
