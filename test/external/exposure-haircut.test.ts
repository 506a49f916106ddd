import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toExposureTrace } from '../../packages/analysis/src/screening/exposure-request.ts';
import {
  AccountReference,
  type ReferencePayment,
} from '../../packages/analysis/src/screening/testing/account-reference.ts';
import { ExposureReference, WHOLE_UNITS } from '../../packages/analysis/src/screening/testing/exposure-reference.ts';
import {
  haircutRequest,
  measureOutputs,
  stateExposure,
} from '../../packages/analysis/src/screening/testing/measure-outputs.ts';
import { type PlainMove, tracePlain } from '../../packages/analysis/src/tracing/accounts/testing/plain-chain.ts';
import type { Draft, Payment } from '../../packages/analysis/src/tracing/testing/output-ledger.ts';
import type { TransactionRecord } from '../../packages/core/src/output-ledger.ts';
import { ownerId } from '../../packages/core/src/owner.ts';
import { readFactRecords } from '../../scripts/accuracy/fact-records.ts';
import { EMULATIONS, emulationFile, readEmulation } from '../../scripts/accuracy/owned-ledger.ts';
import { describeWithData } from '../needs.ts';

const byName = (amounts: ReadonlyMap<string, bigint>) => [...amounts].toSorted(([a], [b]) => (a < b ? -1 : 1));

const sumOf = (parts: readonly { readonly value: bigint | undefined }[]): bigint =>
  parts.reduce((sum, { value = 0n }) => sum + value, 0n);

/**
 * A real ledger as the reference reads it; `nameOf` says who an owner is. A coin whose source the ledger does not have counts as
 * mined; where its value is unknown too, it is what the transaction pays beyond its other inputs.
 */
function toDrafts(records: readonly TransactionRecord[], nameOf: (id: string) => string) {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  };
  const drafts: Draft[] = [];
  const draftAt = new Map<number, number>();
  const ownerNumber = (owner: TransactionRecord['outputs'][number]['owner']): number | undefined =>
    owner && numberOf(nameOf(ownerId(owner)));
  for (const { position, inputs, outputs, isCoinbase } of records) {
    let unknown = sumOf(outputs) - sumOf(inputs);
    const spends = (isCoinbase ? [] : inputs).map(({ source, vout, value, owner }): readonly [number, number] => {
      const from = source === undefined ? undefined : draftAt.get(source);
      if (from !== undefined) return [from, vout];
      const amount = value ?? (unknown > 0n ? unknown : 0n);
      if (value === undefined) unknown = 0n;
      return [drafts.push({ spends: [], pays: [{ to: ownerNumber(owner), amount }] }) - 1, 0];
    });
    const pays = outputs.map(({ owner, value }): Payment => ({ to: ownerNumber(owner), amount: value }));
    draftAt.set(position, drafts.push({ spends, pays }) - 1);
  }
  return { drafts, numbers };
}

/** Compares both directions of every subject; how many amounts were compared. */
async function compare(
  drafts: readonly Draft[],
  subjects: readonly number[],
  named: ReadonlySet<number>,
): Promise<{ amounts: number; indirect: number }> {
  const compared = { amounts: 0, indirect: 0 };
  for (const subject of subjects) {
    const others = new Set([...named].filter((owner) => owner !== subject));
    for (const way of ['in', 'out'] as const) {
      const question = { drafts, subject, named: others, way };
      const reference = new ExposureReference(question, WHOLE_UNITS).measure();
      const { total, amounts } = await measureOutputs(question);
      expect([subject, way, total, byName(amounts)]).toEqual([
        subject,
        way,
        reference.total,
        byName(reference.amounts),
      ]);
      compared.amounts += amounts.size;
      compared.indirect += [...amounts.keys()].filter((name) => name.startsWith('indirect')).length;
    }
  }
  return compared;
}

/** So many, evenly over the list. */
const spread = <T>(items: readonly T[], most: number): T[] =>
  items.filter((_, i) => Math.floor((i * most) / items.length) !== Math.floor(((i - 1) * most) / items.length));

describe.each(EMULATIONS)('$name', (emulation) => {
  describeWithData(emulationFile(emulation.file), () => {
    test('exposure between wallets whose owners are known equals the slow reference to the unit', async () => {
      const ledger = readEmulation(process.env.TRAILMARK_DATA ?? '', emulation);
      if (!ledger) throw new Error('The archive has no such run.');
      const { walletOf, records } = ledger;
      const { drafts, numbers } = toDrafts(records, (id) => walletOf.get(id) ?? id);
      const wallets = [...new Set(walletOf.values())].toSorted().flatMap((wallet) => numbers.get(wallet) ?? []);
      // Every third wallet is one that somebody names; the others are screened, and so are some of these.
      const named = new Set(wallets.filter((_, i) => i % 3 === 0));
      const { amounts, indirect } = await compare(drafts, spread(wallets, 12), named);
      expect(amounts).toBeGreaterThan(50);
      expect(indirect).toBeGreaterThan(10);
    });
  });
});

describeWithData('btc/mainnet-100000-102999', () => {
  test('exposure of addresses of three thousand real blocks equals the slow reference to the satoshi', async () => {
    const records = await readFactRecords('mainnet-100000-102999');
    const { drafts, numbers } = toDrafts(records, (id) => id);
    const uses = new Map<number, number>();
    for (const { pays } of drafts)
      for (const { to } of pays) if (to !== undefined) uses.set(to, (uses.get(to) ?? 0) + 1);
    const byUse = [...uses].toSorted(([a, x], [b, y]) => y - x || a - b).map(([owner]) => owner);
    expect(numbers.size).toBeGreaterThan(10_000);
    // Every fifth of the thousand addresses that are used most is named.
    const named = new Set(byUse.slice(0, 1_000).filter((_, i) => i % 5 === 0));
    const subjects = byUse.slice(0, 1_000).filter((owner) => !named.has(owner));
    const { amounts, indirect } = await compare(drafts, spread(subjects, 20), named);
    expect(amounts).toBeGreaterThan(60);
    expect(indirect).toBeGreaterThan(20);
  });
});

/** Rows of a traced case: who paid whom how many cents, in the order of the chain. */
function readFlows(folder: string, name: string): ReferencePayment[] {
  const [head = '', ...lines] = readFileSync(join(folder, name, `${name}.csv`), 'utf8')
    .trim()
    .split(/\r?\n/);
  const columns = head.split(',');
  const at = (cells: readonly string[], column: string): string => cells[columns.indexOf(column)] ?? '';
  const rows = lines.map((line) => line.match(/("[^"]*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? []);
  return rows
    .map((cells) => ({
      block: Number(at(cells, 'Block')),
      from: at(cells, 'From').toLowerCase().slice(2),
      to: at(cells, 'To').toLowerCase().slice(2),
      amount: BigInt(Math.round(Number(at(cells, 'Value_in_USD')) * 100)),
    }))
    .filter(({ from, to, amount }) => from !== to && amount > 0n)
    .toSorted((a, b) => a.block - b.block);
}

function readList(folder: string, name: string, list: string): string[] {
  const text = readFileSync(join(folder, name, `${list} addresses.csv`), 'utf8');
  return [...text.matchAll(/0x([0-9a-fA-F]{40})/g)].map(([, digits = '']) => digits.toLowerCase());
}

describeWithData('evm/illicit-flows', (folder) => {
  test.each(['HB', 'LIFI', 'TxPhish'])(
    'exposure of the sources of the case %s to where its money went equals the slow reference to the unit',
    async (name) => {
      const flows = readFlows(folder, name);
      const terminals = new Set(readList(folder, name, 'terminal'));
      const payers = new Set(flows.map(({ from }) => from));
      const sources = readList(folder, name, 'source').filter((one) => payers.has(one) && !terminals.has(one));
      const openings = AccountReference.openingsOf(flows);
      const moves: PlainMove[] = [
        ...[...openings].map(([to, amount]) => ({ height: 0, from: '', to, amount, kind: 'genesis' as const })),
        ...flows.map(({ from, to, amount }, i) => ({ height: i + 1, from, to, amount })),
      ];
      const parties = Object.fromEntries([...terminals].map((one) => [one, 'service' as const]));
      let compared = 0;
      for (const subject of spread(sources, 8)) {
        const asked = toExposureTrace(haircutRequest(subject, 'out'), {
          ...{ way: 'out', asset: '', hasOutputs: false, spent: [] },
        });
        const trace = await tracePlain({ moves, parties }, { ...asked, chain: 'eth' });
        const { total, amounts } = stateExposure(trace, subject, 0);
        const reference = new AccountReference(flows, { subject, named: terminals }).measure();
        expect([subject, total, byName(amounts)]).toEqual([subject, reference.total, byName(reference.amounts)]);
        compared += amounts.size;
      }
      expect(compared).toBeGreaterThan(3);
    },
  );
});
