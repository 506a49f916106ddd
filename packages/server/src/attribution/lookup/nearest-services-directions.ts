import type { RecordInput, TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { isSameOwner } from '../../ledger/outputs/same-owner.ts';
import { type Direction, extend, type Found, type Lead } from './nearest-services-walk.ts';

function sumOf(inputs: readonly RecordInput[], owner: Owner): bigint {
  return inputs.reduce((sum, input) => {
    return input.owner && isSameOwner(input.owner, owner) ? sum + (input.value ?? 0n) : sum;
  }, 0n);
}

/** With the money: from a spend to the outputs it pays, and to whoever spends those. */
export const DOWNSTREAM: Direction = {
  steps(record, { owner: from, path }) {
    // At the start an address may put less into a transaction than one output of it carries.
    const cap = path ? path.amount : sumOf(record.inputs, from);
    const found = record.outputs.flatMap(({ owner, value }, vout): Found[] => {
      if (!owner || value === 0n) return [];
      const step = { position: record.position, txid: record.txid, from, to: owner, vout, amount: value };
      return [{ path: extend(path, step, cap), owner }];
    });
    return { found, unknown: 0 };
  },

  async leads(found, ask) {
    const outputs = found.map(({ path, owner }) => ({ position: path.step.position, vout: path.step.vout, owner }));
    const spenders = await ask(outputs);
    const leads = found.flatMap(({ path, owner }): Lead[] => {
      const next = spenders.get(`${path.step.position}:${path.step.vout}`);
      return next === undefined ? [] : [{ next, vout: undefined, owner, path }];
    });
    return { leads, stop: 'unspent', stopped: found.length - leads.length };
  },
};

function largestOutputTo(record: TransactionRecord, owner: Owner): number | undefined {
  const own = record.outputs.flatMap((output, vout) => {
    return output.owner && isSameOwner(output.owner, owner) ? [{ vout, value: output.value }] : [];
  });
  return own.toSorted((a, b) => (a.value === b.value ? a.vout - b.vout : a.value > b.value ? -1 : 1))[0]?.vout;
}

/** Against the money: from a receipt to the inputs that paid for it, and to the transactions those came from. */
export const UPSTREAM: Direction = {
  steps(record, { owner: to, path, vout: asked }) {
    const vout = asked ?? largestOutputTo(record, to);
    const amount = vout === undefined ? undefined : record.outputs[vout]?.value;
    if (vout === undefined || amount === undefined) return { found: [], unknown: 0 };
    // Newly issued coins come from nobody.
    if (record.isCoinbase) return { found: [], unknown: 1 };
    const found = record.inputs.flatMap(({ owner, value, source, vout: spent }): Found[] => {
      if (!owner || value === undefined) return [];
      const step = { position: record.position, txid: record.txid, from: owner, to, vout, amount };
      const place = source === undefined ? undefined : { position: source, vout: spent };
      return [{ path: extend(path, step, value), owner, source: place }];
    });
    return { found, unknown: record.inputs.length - found.length };
  },

  async leads(found) {
    const leads = found.flatMap(({ path, owner, source }): Lead[] => {
      return source ? [{ next: source.position, vout: source.vout, owner, path }] : [];
    });
    return { leads, stop: 'unknown-source', stopped: found.length - leads.length };
  },
};
