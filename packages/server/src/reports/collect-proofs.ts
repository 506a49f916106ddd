import { getChain } from '@trailmark/chains/catalogue';
import { type AccountChainId, type ChainId, isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { AccountBundleLedger } from '@trailmark/evidence/bundle/account-ledger';
import { BundleLedger } from '@trailmark/evidence/bundle/bundle-ledger';
import type { CollectedAccounts } from '@trailmark/evidence/bundle/collect-accounts';
import { type CollectedLedger, collectLedger } from '@trailmark/evidence/bundle/collect-ledger';
import { collectNodeProofs } from './collect-node-proofs.ts';
import { openPlaceGiver } from './open-place-giver.ts';
import type { ReportAsker } from './report-asker.ts';
import type { FactTrace, FactUnproven, ReportFacts } from './report-facts.ts';

const MOST_PROVEN = 20_000;

type Proofs = Pick<ReportFacts, 'ledgerFiles' | 'outputOf' | 'transferOf' | 'unproven'>;

/** Transactions of the traces with the heights of their blocks, by chain. */
function listTxids(traces: readonly FactTrace[]): ReadonlyMap<ChainId, ReadonlyMap<string, number>> {
  const byChain = new Map<ChainId, Map<string, number>>();
  for (const { chain, steps, seeds, leaves } of traces) {
    if (!isChainId(chain)) continue;
    const own = byChain.get(chain) ?? new Map<string, number>();
    for (const { txid, height } of steps) own.set(txid, height);
    for (const { ref, height } of [...seeds, ...leaves]) own.set(ref.split(/[:#]/)[0] ?? '', height);
    byChain.set(chain, own);
  }
  return byChain;
}

/** The place of a proven event, or of the payment itself, that says what an index has of a transfer; each is used once. */
function createTransferOf(files: ReadonlyMap<string, Uint8Array>): ReportFacts['transferOf'] {
  const ledgers = new Map<string, AccountBundleLedger>();
  const used = new Map<string, string>();
  return (chain, transfer) => {
    const { ref } = transfer;
    const [txid = ''] = ref.split('#');
    if (!files.has(`ledger/${chain}/proofs/${txid}.json`)) return undefined;
    const ledger = ledgers.get(chain) ?? new AccountBundleLedger({ files }, chain as AccountChainId);
    ledgers.set(chain, ledger);
    const found = ledger.transaction(txid);
    if (!found) return undefined;
    for (const log of ledger.findMoves(found, transfer)) {
      const owner = used.get(`${txid} ${log}`) ?? ref;
      if (owner !== ref) continue;
      used.set(`${txid} ${log}`, ref);
      return { log, height: found.header.height, time: found.header.time };
    }
    return undefined;
  };
}

function toUnproven(
  { chain, by, all }: Pick<FactUnproven, 'by'> & { readonly chain: ChainId; readonly all: number },
  { provenCount, unproven }: Pick<CollectedLedger | CollectedAccounts, 'provenCount' | 'unproven'>,
): FactUnproven {
  const gaps = [...unproven].map(([reason, txids]) => ({ reason, txids }));
  return {
    chain,
    by,
    count: all - provenCount,
    proven: provenCount,
    gaps: gaps.sort((a, b) => (a.reason < b.reason ? -1 : 1)),
  };
}

/** What proves the transactions of the traces: bytes of the index, or of the node that a chain of accounts is read from. */
export async function collectProofs(
  asker: ReportAsker,
  traces: readonly FactTrace[],
  { caseId, isPreview }: { readonly caseId: string; readonly isPreview: boolean },
): Promise<Proofs> {
  const { deps, read } = asker;
  const files = new Map<string, Uint8Array>();
  const unproven: FactUnproven[] = [];
  for (const [chain, txids] of listTxids(traces)) {
    if (txids.size > MOST_PROVEN)
      throw new AppError('invalid', `A report takes at most ${MOST_PROVEN} transactions. Choose fewer coin flows.`);
    const served = deps.ledgers.findOutputs(chain);
    if (served) {
      const places = openPlaceGiver(asker, { caseId, chain: served.id, isPreview });
      const order = { reader: served.reader, chain: getChain(served.id), txids: [...txids.keys()], give: places.give };
      const found = await collectLedger(order, read).finally(places.close);
      for (const [path, bytes] of found.files) files.set(path, bytes);
      unproven.push(toUnproven({ chain, by: 'source', all: txids.size }, found));
    } else {
      const found = await collectNodeProofs(asker, { caseId, chain: chain as AccountChainId, txids, isPreview });
      for (const [path, bytes] of found.files) files.set(path, bytes);
      unproven.push(toUnproven({ chain, by: 'node', all: txids.size }, found));
    }
  }
  const ledgers = new Map<string, BundleLedger>();
  const outputOf = (chain: string, txid: string, vout: number) => {
    const served = deps.ledgers.findOutputs(chain);
    if (!served) return undefined;
    const ledger = ledgers.get(chain) ?? new BundleLedger({ files }, served.id);
    ledgers.set(chain, ledger);
    return ledger.output(txid, vout) ? ledger.place(txid) : undefined;
  };
  return { ledgerFiles: files, unproven, outputOf, transferOf: createTransferOf(files) };
}
