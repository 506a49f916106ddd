import type { AccountLog } from '@trailmark/core/account-block';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { addressAt, numberAt } from './abi-words.ts';
import { BLUR_POOL } from './blur-v2.ts';
import { EVENTS } from './event-signatures.ts';
import { amountOf, isItemMove, itemOf } from './nft-market.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';

/** Holds every token that secures a loan. */
export const BLEND = '29469395eaf6f95920e59f858042f0e28d98a20b';
const ENDS: ReadonlyMap<string, string> = new Map([
  [EVENTS.BLEND_REPAID.topic, 'The loan was repaid, and the token went back.'],
  [EVENTS.BLEND_SEIZED.topic, 'The loan was not repaid, and the lender took the token.'],
  [
    EVENTS.BLEND_BOUGHT.topic,
    'The token was bought out of the loan. The price is what the orders state, not this event.',
  ],
]);

function readTaken({ data, logIndex }: AccountLog): ProtocolAction | undefined {
  const [collection, lender, borrower] = [addressAt(data, 2), addressAt(data, 3), addressAt(data, 4)];
  const [amount, tokenId] = [numberAt(data, 5), numberAt(data, 7)];
  if (collection === undefined || lender === undefined || borrower === undefined) return undefined;
  if (amount === undefined || tokenId === undefined) return undefined;
  return createAction(blend, {
    kind: 'nft-loan',
    account: borrower,
    got: [amountOf(BLUR_POOL, amount)],
    about: [itemOf(collection, tokenId)],
    parties: [{ role: 'payer', address: lender }],
    evidence: [logIndex],
    note: 'A loan was taken against this token. The token lies with the contract; it is not sold.',
  });
}

/** How a loan ended; the event names the loan only, the token is what the contract gave out in this transaction. */
function readEnd({ moves }: ProtocolInput, { data, topics, logIndex }: AccountLog): ProtocolAction | undefined {
  const collection = addressAt(data, 1);
  const note = ENDS.get(topics[0] ?? '');
  if (collection === undefined || note === undefined) return undefined;
  const given = moves.filter((move) => isItemMove(move) && move.asset === collection && move.from === BLEND);
  const [only] = given;
  if (given.length !== 1 || !only) return undefined;
  return createAction(blend, {
    kind: 'nft-loan',
    account: only.to === '' ? undefined : only.to,
    about: [itemOf(only.asset, only.tokenId ?? 0n, only.amount)],
    evidence: [logIndex],
    note,
  });
}

/** Loans against tokens on Blend (Blur, 2023: `LoanOfferTaken`, `Repay`, `Seize`, `BuyLocked`). A loan is no sale. */
export const blend = defineProtocol({
  id: 'blend',
  version: 1,
  name: 'Blend (Blur loans)',
  kinds: ['nft-loan'],
  chains: ['eth'],
  topics: [EVENTS.BLEND_TAKEN.topic, ...ENDS.keys()],
  find: (input): ProtocolAction[] =>
    input.logs.flatMap((log) => {
      if (log.address !== BLEND) return [];
      return (log.topics[0] === EVENTS.BLEND_TAKEN.topic ? readTaken(log) : readEnd(input, log)) ?? [];
    }),
});
