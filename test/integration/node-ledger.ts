import type { ApiClient } from '../../packages/api/src/client.ts';
import type { OutputHistoryRow } from '../../packages/api/src/contract/history.ts';
import type { OutputChainId } from '../../packages/core/src/chain.ts';

export type NodeCall = <T>(method: string, ...params: unknown[]) => Promise<T>;

export interface AddressState {
  readonly balance: bigint;
  readonly history: readonly (readonly [txid: string, height: number, received: bigint, sent: bigint])[];
  readonly utxos: readonly string[];
}

interface NodeOutput {
  readonly value: number;
  readonly n: number;
  readonly scriptPubKey: { readonly addresses?: readonly string[]; readonly address?: string };
}
interface NodeTransaction {
  readonly txid: string;
  readonly vin: readonly { readonly txid?: string; readonly vout?: number }[];
  readonly vout: readonly NodeOutput[];
}

export function toUnits(coins: number): bigint {
  return BigInt(Math.round(coins * 1e8));
}

/**
 * Every address of a node's chain as the node reports it: history by following its decoded blocks, unspent outputs and
 * balances from its own scan of the unspent set, which shares nothing with the history.
 */
export async function readNodeLedger(call: NodeCall): Promise<Map<string, AddressState>> {
  const histories = await readNodeHistories(call);
  const unspent = await scanUnspent(call, [...histories.keys()]);
  return new Map(
    [...histories].map(([address, history]) => {
      const own = unspent.get(address) ?? [];
      const balance = own.reduce((sum, output) => sum + output.value, 0n);
      return [address, { balance, history, utxos: own.map(({ place, value }) => `${place}=${value}`).sort() }];
    }),
  );
}

type Row = [txid: string, height: number, received: bigint, sent: bigint];

/** Follows every output through the decoded blocks of a node. */
class NodeHistories {
  readonly byAddress = new Map<string, Row[]>();
  readonly #outputs = new Map<string, { readonly address: string | undefined; readonly value: bigint }>();

  add(tx: NodeTransaction, height: number): void {
    for (const { txid, vout } of tx.vin) {
      const spent = this.#outputs.get(`${txid}:${vout}`);
      if (spent?.address !== undefined) this.#row(spent.address, tx.txid, height)[3] += spent.value;
    }
    for (const { value, n, scriptPubKey } of tx.vout) {
      const address = scriptPubKey.address ?? scriptPubKey.addresses?.[0];
      this.#outputs.set(`${tx.txid}:${n}`, { address, value: toUnits(value) });
      if (address !== undefined) this.#row(address, tx.txid, height)[2] += toUnits(value);
    }
  }

  #row(address: string, txid: string, height: number): Row {
    const rows = this.byAddress.get(address) ?? [];
    this.byAddress.set(address, rows);
    const last = rows.at(-1);
    if (last?.[0] === txid) return last;
    const row: Row = [txid, height, 0n, 0n];
    rows.push(row);
    return row;
  }
}

async function readNodeHistories(call: NodeCall): Promise<Map<string, Row[]>> {
  const histories = new NodeHistories();
  const tip = await call<number>('getblockcount');
  for (let height = 0; height <= tip; height++) {
    const block = await call<{ tx: NodeTransaction[] }>('getblock', await call<string>('getblockhash', height), 2);
    for (const tx of block.tx) histories.add(tx, height);
  }
  return histories.byAddress;
}

async function scanUnspent(
  call: NodeCall,
  addresses: readonly string[],
): Promise<Map<string, { place: string; value: bigint }[]>> {
  const found = new Map<string, { place: string; value: bigint }[]>();
  for (const address of addresses) {
    const scan = await call<{ unspents: { txid: string; vout: number; amount: number }[] }>('scantxoutset', 'start', [
      `addr(${address})`,
    ]);
    found.set(
      address,
      scan.unspents.map(({ txid, vout, amount }) => ({ place: `${txid}:${vout}`, value: toUnits(amount) })),
    );
  }
  return found;
}

/** The same of our index, over the API, without what is unconfirmed. */
export async function readIndexLedger(
  api: ApiClient,
  chain: OutputChainId,
  addresses: Iterable<string>,
): Promise<Map<string, AddressState>> {
  const ledger = new Map<string, AddressState>();
  for (const address of addresses) {
    const params = { chain, address };
    const { totals } = await api.call('getAddress', { params });
    const rows = (await readHistory(api, chain, address)).filter((row) => row.height !== null);
    const utxos = await readUtxos(api, chain, address);
    ledger.set(address, {
      balance: totals.balance ?? -1n,
      history: rows.map((row) => [row.txid, row.height ?? -1, row.received, row.sent]),
      utxos: utxos.sort(),
    });
  }
  return ledger;
}

/** Every page of a history, oldest first. */
export async function readHistory(api: ApiClient, chain: OutputChainId, address: string): Promise<OutputHistoryRow[]> {
  const rows: OutputHistoryRow[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await api.call('listAddressTransactions', {
      params: { chain, address },
      query: { order: 'oldest', limit: 50, ...(cursor === undefined ? {} : { cursor }) },
    });
    rows.push(...page.items);
    if (page.next === null) return rows;
    cursor = page.next;
  }
}

async function readUtxos(api: ApiClient, chain: OutputChainId, address: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await api.call('listAddressUtxos', {
      params: { chain, address },
      query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) },
    });
    found.push(
      ...page.items.filter((item) => item.height !== null).map(({ txid, vout, value }) => `${txid}:${vout}=${value}`),
    );
    if (page.next === null) return found;
    cursor = page.next;
  }
}
