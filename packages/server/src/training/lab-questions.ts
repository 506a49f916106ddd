import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import { merkleBranch, merkleRoot } from '@trailmark/chains/utxo/merkle';
import { AppError } from '@trailmark/core/errors';
import type { NetworkId } from '@trailmark/core/network';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { positionHeight, positionIndex, toPosition } from '@trailmark/core/position';
import { readNetworkAddress } from '../knowledge/labels/label-address.ts';
import { hasSanctionsList, isListed, readLabels } from '../knowledge/labels/label-answer.ts';
import { ACCOUNT_QUESTIONS } from './account-lab-questions.ts';
import { type LabAnswer, type LabSource, type LabSubject, notIndexed } from './lab-source.ts';

async function getRecord({ txid }: LabSubject, { ledger, read }: LabSource): Promise<TransactionRecord> {
  const id = String(txid);
  const position = (await ledger.reader.positionsOf([id], read)).get(id)?.[0];
  const [record] = position === undefined ? [] : await ledger.reader.records([position], read);
  if (record) return record;
  throw notIndexed(`Transaction ${id.slice(0, 64)}`);
}

function getOutput(record: TransactionRecord, { vout }: LabSubject): TransactionRecord['outputs'][number] {
  const output = record.outputs[Number(vout)];
  if (output) return output;
  throw new AppError('internal', `A lab asks for output ${vout} of ${record.txid}, which it does not have.`);
}

function nameOwner(owner: Owner | undefined, { ledger }: LabSource): string {
  if (owner) return formatOwner(ledger.chain, owner);
  throw notIndexed('The owner of this output');
}

function ownerOf(text: string | number | undefined, { ledger }: LabSource): Owner {
  return parseOwner(ledger.chain, String(text));
}

function clustersOf({ knowledge, ledger }: LabSource) {
  const clusters = knowledge.clusters(ledger.id);
  if (clusters?.progress.state === 'ready') return clusters;
  throw new AppError('unavailable', 'Clusters are still being built on this server. Try again in a few minutes.');
}

function viewOf({ view }: LabSubject) {
  return view === 'expanded' ? 'expanded' : 'conservative';
}

async function blockIds({ height }: LabSubject, { ledger, read }: LabSource): Promise<string[]> {
  if (!ledger.reader.block(Number(height))?.isWhole) throw notIndexed(`Block ${height}`);
  return ledger.reader.blockTxids(Number(height), read);
}

function pathOf({ from, to, ...rest }: LabSubject, source: LabSource) {
  const steps = clustersOf(source).why(ownerOf(from, source), ownerOf(to, source), viewOf(rest));
  if (steps) return steps;
  throw notIndexed('The link between these two addresses');
}

const sum = (values: readonly (bigint | undefined)[]): bigint =>
  values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n);

function knownSum(record: TransactionRecord): bigint {
  const values = record.inputs.map(({ value }) => value);
  if (values.every((value) => value !== undefined)) return sum(values);
  throw notIndexed('The value of every input');
}

/** Facts of single transactions and addresses. */
const LEDGER_QUESTIONS: Readonly<Record<string, LabAnswer>> = {
  'txid-at': async (of, source) => {
    const position = toPosition(Number(of.height), Number(of.index));
    const [record] = await source.ledger.reader.records([position], source.read);
    if (record) return record.txid;
    throw notIndexed(`Block ${of.height}`);
  },
  'height-of': async (of, source) => String(positionHeight((await getRecord(of, source)).position)),
  'output-amount': async (of, source) => getOutput(await getRecord(of, source), of).value.toString(),
  'output-address': async (of, source) => nameOwner(getOutput(await getRecord(of, source), of).owner, source),
  'output-count': async (of, source) => String((await getRecord(of, source)).outputs.length),
  'input-count': async (of, source) => String((await getRecord(of, source)).inputs.length),
  'input-sum': async (of, source) => knownSum(await getRecord(of, source)).toString(),
  fee: async (of, source) => {
    const record = await getRecord(of, source);
    return (knownSum(record) - sum(record.outputs.map(({ value }) => value))).toString();
  },
  'spent-by': async (of, source) => {
    const record = await getRecord(of, source);
    const { owner } = getOutput(record, of);
    if (!owner) throw notIndexed('The owner of this output');
    const place = { position: record.position, vout: Number(of.vout), owner };
    const [spender] = [...(await source.ledger.reader.spenders([place], source.read)).values()];
    const [next] = spender ? await source.ledger.reader.records([spender.position], source.read) : [];
    if (next) return next.txid;
    throw notIndexed('The transaction that spends this output');
  },
  'balance-at': async (of, { ledger, read, ...rest }) => {
    const owner = ownerOf(of.address, { ledger, read, ...rest });
    if (!ledger.reader.block(Number(of.height))) throw notIndexed(`Block ${of.height}`);
    return (await ledger.reader.balanceAt(owner, toPosition(Number(of.height) + 1, 0) - 1, read)).toString();
  },
  'largest-equal-group': async (of, source) => {
    const { outputs } = await getRecord(of, source);
    const groups = Map.groupBy(outputs, ({ value }) => value);
    return String(Math.max(...[...groups.values()].map((group) => group.length)));
  },
  'largest-equal-amount': async (of, source) => {
    const groups = Map.groupBy((await getRecord(of, source)).outputs, ({ value }) => value);
    const [largest] = [...groups].sort(([, a], [, b]) => b.length - a.length);
    return String(largest?.[0] ?? 0n);
  },
  'merkle-root': async (of, source) => merkleRoot(await blockIds(of, source)),
  'branch-length': async (of, source) => {
    const { position } = await getRecord(of, source);
    const ids = await blockIds({ height: positionHeight(position) }, source);
    return String(merkleBranch(ids, positionIndex(position)).length);
  },
  'branch-sibling': async (of, source) => {
    const { position } = await getRecord(of, source);
    const ids = await blockIds({ height: positionHeight(position) }, source);
    return merkleBranch(ids, positionIndex(position))[Number(of.level)] ?? '';
  },
  'is-held': async (of, { ledger }) => {
    const isIndexed = ledger.reader.heightRanges().some((run) => {
      return run.fromHeight <= Number(of.height) && Number(of.height) <= run.toHeight && run.wholeBlocks;
    });
    return isIndexed ? 'yes' : 'no';
  },
};

/** What rules infer and what sources claim. */
const INFERENCE_QUESTIONS: Readonly<Record<string, LabAnswer>> = {
  'are-joined': async ({ a, b, ...rest }, source) => {
    const clusters = clustersOf(source);
    const [one, other] = [a, b].map((text) => clusters.find(ownerOf(text, source), viewOf(rest)));
    if (one && other) return one.id === other.id ? 'yes' : 'no';
    throw notIndexed('One of these addresses');
  },
  'cluster-size': async (of, source) => {
    const cluster = clustersOf(source).find(ownerOf(of.address, source), viewOf(of));
    if (cluster) return String(cluster.size);
    throw notIndexed('This address');
  },
  'path-length': async (of, source) => String(pathOf(of, source).length),
  'path-txid': async (of, source) => {
    const position = pathOf(of, source)[Number(of.step)]?.link.position ?? -1;
    const [record] = await source.ledger.reader.records([position], source.read);
    if (record) return record.txid;
    throw notIndexed('This step');
  },
  'coinjoin-kind': async (of, source) => {
    const finding = clustersOf(source).detect(await getRecord(of, source));
    return finding?.isCoinJoin ? finding.kind : 'none';
  },
  'links-made': async (of, source) => {
    return String(clustersOf(source).linksAt((await getRecord(of, source)).position).length);
  },
  'change-output': async (of, source) => {
    const { vout } = clustersOf(source).change(await getRecord(of, source));
    return vout === undefined ? 'none' : `output-${vout}`;
  },
  'is-listed': async (of, { knowledge }) => {
    const reader = knowledge.labels();
    if (!hasSanctionsList(reader))
      throw new AppError('unavailable', 'No sanctions list is in force on this server, so this lab cannot be marked.');
    const { network, address } = readNetworkAddress(reader, String(of.network) as NetworkId, String(of.address));
    return readLabels(reader, network, address).some(isListed) ? 'yes' : 'no';
  },
  'list-day': async (_, { knowledge }) => {
    const pack = knowledge
      .labels()
      .packs()
      .find(({ id }) => id === 'ofac-sdn');
    if (pack) return pack.asOf;
    throw new AppError('unavailable', 'No sanctions list is in force on this server, so this lab cannot be marked.');
  },
};

/** Everything a lab can ask. Each is computed again when an answer is marked. */
export const LAB_QUESTIONS: Readonly<Record<string, LabAnswer>> = {
  ...LEDGER_QUESTIONS,
  ...INFERENCE_QUESTIONS,
  ...ACCOUNT_QUESTIONS,
};
