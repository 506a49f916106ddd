// Whole blocks against the table of unspent outputs.
import {
  duplicates, entryAt, evicted, find, giveRegion, insert, live, positionOf, removeAt, reset, takeRegion, touchEntry, touchSlot, typeOf,
} from './outpoint-index';
import { IS_COINBASE } from './parse';
import { OP_RETURN, P2PK, P2PKH, P2SH, P2WPKH } from './script';

/** Outpoints whose cache misses are made to overlap at a time. */
const AHEAD: u32 = 512;
/** Addresses of the columns of a call, then the number of inputs: outpoint-table.ts has their names in this order. */
const COLUMNS: usize = memory.data(128, 16);
const COUNTERS: usize = memory.data(64, 16);

let stage: usize = 0;
let stageSize: usize = 0;
let missing: u32 = 0;

// @ts-ignore: decorator
@inline
function column(which: usize): usize {
  return load<u32>(COLUMNS + (which << 2));
}

export function columnsAddress(): usize {
  return COLUMNS;
}

/** Empties the table. False where there is no memory for it. */
export function resetTable(slots: u32, most: u32): bool {
  stage = 0;
  stageSize = 0;
  return reset(slots, most);
}

/** Room for the columns of one call, kept between calls. Answers 0 where there is none. */
export function prepareStage(size: usize): usize {
  if (size <= stageSize) return stage;
  if (stage) giveRegion(stage, stageSize);
  stageSize = (size + 0xffff) & ~0xffff;
  stage = takeRegion(stageSize);
  if (!stage) stageSize = 0;
  return stage;
}

/** Live entries, evictions, replacements, and unresolved inputs of the last block, as four u32. */
export function counters(): usize {
  store<u32>(COUNTERS, live);
  store<u32>(COUNTERS, evicted, 4);
  store<u32>(COUNTERS, duplicates, 8);
  store<u32>(COUNTERS, missing, 12);
  return COUNTERS;
}

function writeResult(i: u32, entry: usize): void {
  const owner = column(11) + <usize>i * 40;
  const type = entry ? typeOf(entry) : 0;
  store<u8>(column(8) + i, entry ? 1 : 0);
  store<u8>(column(12) + i, type);
  if (!entry) {
    store<u64>(column(9) + (<usize>i << 3), 0);
    store<f64>(column(10) + (<usize>i << 3), -1);
    memory.fill(owner, 0, 40);
    return;
  }
  store<u64>(column(9) + (<usize>i << 3), load<u64>(entry, 24));
  store<f64>(column(10) + (<usize>i << 3), <f64>positionOf(entry));
  const short = type == P2PKH || type == P2PK || type == P2SH || type == P2WPKH;
  store<u64>(owner, <u64>(type == P2PK ? P2PKH : type) | (short ? 20 << 8 : 32 << 8));
  v128.store(owner, v128.load(entry, 32), 8);
  v128.store(owner, v128.load(entry, 48), 24);
}

function touchInputs(from: u32, to: u32): void {
  const bytes = column(0);
  const offsets = column(5);
  for (let i = from; i < to; i++) {
    const at = bytes + load<u32>(offsets + (<usize>i << 2));
    touchSlot(at, load<u32>(at, 32));
  }
  for (let i = from; i < to; i++) {
    const at = bytes + load<u32>(offsets + (<usize>i << 2));
    touchEntry(at, load<u32>(at, 32));
  }
}

function resolve(from: u32, to: u32, coinbase: bool): void {
  const bytes = column(0);
  for (let i = from; i < to; i++) {
    const at = bytes + load<u32>(column(5) + (<usize>i << 2));
    const found = coinbase ? -1 : find(at, load<u32>(at, 32));
    if (found < 0) {
      if (!coinbase) missing++;
      writeResult(i, 0);
      continue;
    }
    writeResult(i, entryAt(found));
    removeAt(found);
  }
}

function create(txid: usize, from: u32, to: u32, position: u64): void {
  for (let i = from; i < to; i++) {
    const type = load<u8>(column(7) + i);
    if (type == OP_RETURN) continue;
    insert(txid, i - from, position, load<u64>(column(6) + (<usize>i << 3)), type, column(4) + <usize>i * 40 + 8);
  }
}

let touchedInputs: u32 = 0;
let touchedTxs: u32 = 0;

function spendOf(tx: u32): void {
  const from = load<u32>(column(2) + (<usize>tx << 2));
  const to = load<u32>(column(2) + (<usize>tx << 2), 4);
  const last = <u32>column(14);
  while (touchedInputs < to) {
    const next = min(touchedInputs + AHEAD, last);
    touchInputs(touchedInputs, next);
    touchedInputs = next;
  }
  resolve(from, to, (load<u8>(column(13) + tx) & IS_COINBASE) != 0);
}

function createOf(tx: u32, position: u64, txCount: u32): void {
  if (tx >= touchedTxs) {
    // The outputs of one transaction are together: one read for the first is enough.
    const next = min(tx + AHEAD, txCount);
    for (let i = tx; i < next; i++) touchSlot(column(1) + (<usize>i << 5), 0);
    touchedTxs = next;
  }
  const first = column(3) + (<usize>tx << 2);
  create(column(1) + (<usize>tx << 5), load<u32>(first), load<u32>(first, 4), position + tx);
}

/** Spends and creates in the order of the block, or creates everything first (canonical order, Bitcoin Cash). */
export function applyBlock(txCount: u32, base: f64, createFirst: bool): void {
  const position = <u64>base;
  missing = 0;
  touchedInputs = 0;
  touchedTxs = 0;
  if (createFirst) for (let tx: u32 = 0; tx < txCount; tx++) createOf(tx, position, txCount);
  for (let tx: u32 = 0; tx < txCount; tx++) {
    spendOf(tx);
    if (!createFirst) createOf(tx, position, txCount);
  }
}

/** Bulk insert of `count` rows: txids, owners, values and types as in a block; u32 vout and f64 position as columns. */
export function insertRows(count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const type = load<u8>(column(7) + i);
    if (type == OP_RETURN) continue;
    const vout = load<u32>(column(5) + (<usize>i << 2));
    const position = <u64>load<f64>(column(10) + (<usize>i << 3));
    const value = load<u64>(column(6) + (<usize>i << 3));
    insert(column(1) + (<usize>i << 5), vout, position, value, type, column(4) + <usize>i * 40 + 8);
  }
}

/** Finds the first staged txid and writes result row 0; removes the entry on request. */
export function lookUp(vout: u32, remove: bool): bool {
  const found = find(column(1), vout);
  writeResult(0, found < 0 ? 0 : entryAt(found));
  if (found >= 0 && remove) removeAt(found);
  return found >= 0;
}
