import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import type { ActionAmount, ProtocolAction } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, toAddress } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';
import { TORNADO_POOLS } from './tornado-pools.ts';

function poolName(chain: AccountChainId, log: AccountLog): string | undefined {
  return TORNADO_POOLS[chain]?.get(log.address);
}

/** What of one asset went between a pool and somebody; undefined where nothing of it is indexed. */
function sumBetween(moves: readonly StoredMove[], picks: (move: StoredMove) => boolean): ActionAmount | undefined {
  const found = moves.filter((move) => move.amount > 0n && picks(move));
  const [first] = found;
  if (!first || found.some(({ asset }) => asset !== first.asset)) return undefined;
  return { asset: first.asset, amount: found.reduce((sum, { amount }) => sum + amount, 0n), tokenId: undefined };
}

function deposited({ moves, logs }: ProtocolInput, log: AccountLog): ActionAmount | undefined {
  const count = logs.filter(({ address, topics }) => address === log.address && topics[0] === log.topics[0]).length;
  const total = sumBetween(moves, ({ to }) => to === log.address);
  if (!total || total.amount % BigInt(count) !== 0n) return undefined;
  return { ...total, amount: total.amount / BigInt(count) };
}

const UNLINKED = 'Nothing on the ledger links a deposit to a withdrawal; this names none.';

function readWithdrawal({ topics, data }: AccountLog) {
  const recipient = addressAt(data, 0);
  const fee = numberAt(data, 2);
  return recipient === undefined || fee === undefined ? undefined : { recipient, relayer: toAddress(topics[1]), fee };
}

function namedRelayer(relayer: AccountKey | undefined): AccountKey[] {
  return relayer !== undefined && /[1-9a-f]/.test(relayer) ? [relayer] : [];
}

/**
 * Tornado Cash pools of a fixed amount (2019: `Deposit(commitment, leafIndex, timestamp)`, `Withdrawal(to, nullifierHash,
 * relayer, fee)`), by the addresses its own interface lists for each chain.
 */
export const tornadoCash = defineProtocol({
  id: 'tornado-cash',
  version: 1,
  name: 'Tornado Cash',
  kinds: ['mixer-deposit', 'mixer-withdrawal'],
  chains: Object.keys(TORNADO_POOLS) as AccountChainId[],
  topics: [EVENTS.TORNADO_DEPOSIT.topic, EVENTS.TORNADO_WITHDRAWAL.topic],
  find(input): ProtocolAction[] {
    return input.logs.flatMap((log): ProtocolAction[] => {
      const pool = poolName(input.chain, log);
      if (pool === undefined) return [];
      const place = {
        protocol: `Tornado Cash, pool of ${pool}`,
        parties: [{ role: 'pool' as const, address: log.address }],
        evidence: [log.logIndex],
      };
      if (log.topics[0] === EVENTS.TORNADO_DEPOSIT.topic) {
        const amount = deposited(input, log);
        return [
          createAction(this, {
            ...place,
            kind: 'mixer-deposit',
            account: input.transaction.from,
            given: amount ? [amount] : [],
            note: `The account that started the transaction paid into the pool. ${UNLINKED}`,
          }),
        ];
      }
      const withdrawal = readWithdrawal(log);
      if (log.topics[0] !== EVENTS.TORNADO_WITHDRAWAL.topic || !withdrawal) return [];
      return [createWithdrawal(input, log, withdrawal, place)];
    });
  },
  mentions(log, chain) {
    const withdrawal = log.topics[0] === EVENTS.TORNADO_WITHDRAWAL.topic ? readWithdrawal(log) : undefined;
    if (poolName(chain, log) === undefined || !withdrawal) return [];
    return [withdrawal.recipient, ...namedRelayer(withdrawal.relayer)];
  },
});

function createWithdrawal(
  { moves }: ProtocolInput,
  log: AccountLog,
  { recipient, relayer, fee }: { recipient: AccountKey; relayer: AccountKey | undefined; fee: bigint },
  place: Pick<ProtocolAction, 'protocol' | 'parties' | 'evidence'>,
): ProtocolAction {
  const amount = sumBetween(moves, ({ from, to }) => from === log.address && to === recipient);
  const relayers = namedRelayer(relayer).map((address) => ({ role: 'relayer' as const, address }));
  const paid = fee > 0n ? ` The relayer kept a fee of ${fee} of the smallest unit.` : '';
  return createAction(tornadoCash, {
    ...place,
    kind: 'mixer-withdrawal',
    account: recipient,
    got: amount ? [amount] : [],
    parties: [...place.parties, ...relayers],
    note: `The pool paid out to this address.${paid} ${UNLINKED}`,
  });
}
