import { coinOfChain } from '@trailmark/chains/account-catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { toFiat } from '@trailmark/core/price';
import { parseClusterProof } from '../cluster-proof.ts';
import { verifyClusterProof } from '../verify-cluster-proof.ts';
import type { AccountBundleLedger, ProvenTransaction } from './account-ledger.ts';
import type { ProvenMove } from './account-proof.ts';
import type { Claim, ClaimValue } from './bundle-format.ts';
import type { BundleLedger } from './bundle-ledger.ts';
import { hashParts } from './salted.ts';
import { decodeJson, isRecord, type JsonRecord } from './strict-json.ts';
import type { TraceFile } from './trace-file.ts';

/**
 * `verified`: calculated again from bytes that prove themselves. `agrees`: equal to what is stored in the bundle, which its bytes do not
 * prove. `stated`: what somebody else says, unchanged. `left-out`: what it rests on was left out of this copy.
 */
export type ClaimVerdict = 'verified' | 'agrees' | 'stated' | 'left-out' | 'failed';

export interface Ruling {
  readonly verdict: ClaimVerdict;
  readonly how: string;
}

export interface CheckedTrace {
  readonly file: TraceFile;
  readonly fault: string | undefined;
  readonly isProven: boolean;
}

/** What rules may look at. */
export interface ClaimWorld {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly lists: ReadonlyMap<string, readonly (unknown | undefined)[]>;
  /** Items, and `path entry n`, that were left out. */
  readonly leftOut: ReadonlySet<string>;
  readonly claims: ReadonlyMap<string, Claim>;
  /** Why an item is not to be relied on; undefined where nothing is wrong with it. */
  faultOf(path: string): string | undefined;
  ledger(chain: string): BundleLedger | undefined;
  accounts(chain: string): AccountBundleLedger | undefined;
  /** Whether a block of the Bitcoin family is known, or leads to one that is, or has too much work to be made up. */
  isAnchoredBlock(chain: OutputChainId, hash: string): boolean;
  trace(path: string): CheckedTrace | undefined;
  /** The ruling on a claim that this one rests on. */
  ruling(id: string): Ruling;
}

type Rule = (claim: Claim, world: ClaimWorld) => Ruling;

const failed = (how: string): Ruling => ({ verdict: 'failed', how });
const leftOut = (what: string): Ruling => ({ verdict: 'left-out', how: `${what} was left out of this copy` });
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const sameValue = (a: ClaimValue | undefined, b: unknown): boolean => (a ?? null) === (b ?? null);

/** Compares members of a result with what was calculated; undefined where all agree. */
function compare(claim: Claim, own: Readonly<Record<string, ClaimValue>>): Ruling | undefined {
  for (const [name, value] of Object.entries(own)) {
    if (!sameValue(claim.result[name], value))
      return failed(`${name} is ${value ?? 'not known'}, and the claim states ${claim.result[name] ?? 'nothing'}`);
  }
  return undefined;
}

/** What is left to do where a header could be made up. */
function compareHashes(blocks: readonly { readonly height: number; readonly hash: string }[]): string {
  const [first, ...more] = blocks;
  const others = more.length === 0 ? '' : `, and of ${more.length} more`;
  return `compare the hash of block ${first?.height}, ${first?.hash}${others}, with an independent source`;
}

/** An item a claim rests on that is not there: left out, changed, or never was. */
function missing(path: string, world: ClaimWorld): Ruling {
  const fault = world.faultOf(path);
  if (fault !== undefined) return failed(`rests on ${path}: ${fault}`);
  return world.leftOut.has(path) ? leftOut(path) : failed(`rests on ${path}, which is not in the bundle`);
}

const output: Rule = (claim, world) => {
  const { chain, txid, vout } = claim.inputs;
  const path = `ledger/${chain}/tx/${txid}.raw`;
  const ledger = world.ledger(textOf(chain));
  const found = ledger?.output(textOf(txid), Number(vout));
  if (!ledger || !found) return missing(path, world);
  const wrong = compare(claim, {
    amount: found.amount.toString(),
    address: found.address,
    decimals: ledger.chain.decimals,
    symbol: ledger.chain.symbol,
  });
  if (wrong) return wrong;
  const place = ledger.place(textOf(txid));
  if (!place) return { verdict: 'agrees', how: 'transaction id, output value; no path to a block in the bundle' };
  const how = `transaction id, output value, block ${place.height}, Merkle path of ${place.branch.length}`;
  return (
    compare(claim, { height: place.height, time: place.time }) ??
    (place.isAnchored ? { verdict: 'verified', how } : { verdict: 'agrees', how: `${how}: ${compareHashes([place])}` })
  );
};

/** What is wrong with a transfer's parties and reference; undefined where they are what was proven. */
function compareParties({ result }: Claim, move: ProvenMove, txid: string, isFolded: boolean): Ruling | undefined {
  for (const end of ['from', 'to'] as const) {
    const stated = textOf(result[end]);
    if ((isFolded ? stated.toLowerCase() : stated) !== move[end])
      return failed(`${end} is ${move[end]}, and the claim states ${stated}`);
  }
  return textOf(result.ref).split('#')[0] === txid
    ? undefined
    : failed('it names another transaction than it rests on');
}

/** How good a proven transfer is: as good as its header, and never more than a call where no hash covers events. */
function rankTransfer(
  { how, header, isAnchored, isLogHashed }: ProvenTransaction,
  log: unknown,
  asset: string,
): Ruling {
  if (log !== null && !isLogHashed)
    return {
      verdict: 'agrees',
      how: `${how}; the call asks for this transfer, and no hash of this chain covers that it was made`,
    };
  // Anybody can call a token USDT: the proof is of the contract.
  const token = log === null ? '' : ` (token contract ${asset}, name and decimals as stated)`;
  const leads = `${how}, to the header of block ${header.height}${token}`;
  if (isAnchored) return { verdict: 'verified', how: leads };
  return { verdict: 'agrees', how: `${leads}: compare its hash ${header.hash} with an independent source` };
}

/** A transfer of an account chain: what a transaction paid, or one of its events, by the tries or the Merkle path of its block. */
const transfer: Rule = (claim, world) => {
  const { chain, log } = claim.inputs;
  const txid = textOf(claim.inputs.txid);
  const path = `ledger/${chain}/proofs/${txid}.json`;
  const ledger = world.accounts(textOf(chain));
  const found = ledger?.transaction(txid);
  if (!ledger || !found) {
    const wrong = ledger?.faults.find((fault) => fault.path === path);
    return wrong ? failed(`rests on ${path}: ${wrong.why}`) : missing(path, world);
  }
  const move = log === null ? found.payment() : found.logs[Number(log)];
  if (!move) return failed('the transaction proves no such transfer');
  const { symbol, decimals, family } = ledger.chain;
  const own = { asset: move.asset, amount: move.amount, height: found.header.height, time: found.header.time };
  const coin = log === null ? { symbol, decimals } : {};
  return (
    compareParties(claim, move, txid, family === 'evm') ??
    compare(claim, { ...own, ...coin }) ??
    rankTransfer(found, log, move.asset)
  );
};

function entryOf(path: string, index: unknown, world: ClaimWorld): JsonRecord | Ruling {
  const list = world.lists.get(path);
  if (!list) return missing(path, world);
  const value = list[Number(index)];
  if (value === undefined)
    return world.leftOut.has(`${path} entry ${index}`)
      ? leftOut(`entry ${index} of ${path}`)
      : failed(`${path} has no entry ${index}`);
  return isRecord(value) ? value : failed(`entry ${index} of ${path} is no row`);
}

const isRuling = (value: JsonRecord | Ruling): value is Ruling => 'verdict' in value && 'how' in value;

/** A row of a list has what the claim states: a transfer of a chain without bytes, a label, a price, a fact of the case. */
function rowRule(verdict: 'agrees' | 'stated', how: string): Rule {
  return (claim, world) => {
    const { list, entry } = claim.inputs;
    const row = entryOf(textOf(list), entry, world);
    if (isRuling(row)) return row;
    const own = Object.fromEntries(Object.keys(claim.result).map((name) => [name, (row[name] ?? null) as ClaimValue]));
    return compare(claim, own) ?? { verdict, how };
  };
}

function traceOf(claim: Claim, world: ClaimWorld): CheckedTrace | Ruling {
  const path = textOf(claim.inputs.trace);
  const trace = world.trace(path);
  if (!trace) return missing(path, world);
  return trace.fault === undefined ? trace : failed(`${path}: ${trace.fault}`);
}

const ruleOnTrace = ({ file, isProven }: CheckedTrace): Ruling => ({
  verdict: isProven ? 'verified' : 'agrees',
  how: isProven
    ? `trace run again, ${file.request.method}`
    : `sums of the trace, ${file.request.method}; its steps are not proven by bytes in the bundle`,
});

/** The name and the decimals of a coin are those of its chain; of a token they are as stated. */
function coinOfAsset({ file }: CheckedTrace, asset: unknown): Readonly<Record<string, ClaimValue>> {
  return asset === '' ? coinOfChain(file.request.chain) : {};
}

const traceEnd: Rule = (claim, world) => {
  const trace = traceOf(claim, world);
  if ('verdict' in trace) return trace;
  const { refs, asset } = claim.inputs;
  const wanted = new Set(Array.isArray(refs) ? refs : []);
  const leaves = trace.file.leaves.filter((leaf) => leaf.asset === asset && wanted.has(leaf.ref));
  const absent = [...wanted].find((ref) => !leaves.some((leaf) => leaf.ref === ref));
  if (absent !== undefined) return failed(`nothing of the trace ends at ${absent}`);
  const amount = leaves.reduce((sum, leaf) => sum + BigInt(leaf.amount), 0n).toString();
  const own = { amount, ...('count' in claim.result ? { count: leaves.length } : {}) };
  const elsewhere = leaves.find(
    ({ address }) => 'address' in claim.result && !sameValue(claim.result.address, address),
  );
  if (elsewhere)
    return failed(`${elsewhere.ref} is of ${elsewhere.address}, and the claim states ${claim.result.address}`);
  return compare(claim, { ...own, ...coinOfAsset(trace, asset) }) ?? ruleOnTrace(trace);
};

const traceSum: Rule = (claim, world) => {
  const trace = traceOf(claim, world);
  if ('verdict' in trace) return trace;
  const { part, asset } = claim.inputs;
  const sum = trace.file.sums.find((one) => one.asset === asset);
  if (!sum || !['began', 'added', 'cut', 'fees', 'ended', 'convertedIn', 'convertedOut'].includes(String(part)))
    return failed('the trace has no such sum');
  const ended = Object.values(sum.ended).reduce((all, amount) => all + BigInt(amount), 0n);
  const amount = part === 'ended' ? ended.toString() : sum[part as 'began'];
  return compare(claim, { amount, ...coinOfAsset(trace, asset) }) ?? ruleOnTrace(trace);
};

const traceCount: Rule = (claim, world) => {
  const trace = traceOf(claim, world);
  if ('verdict' in trace) return trace;
  const list = { steps: trace.file.steps, leaves: trace.file.leaves }[String(claim.inputs.part)];
  if (!list) return failed('the trace has no such list');
  return compare(claim, { count: list.length }) ?? ruleOnTrace(trace);
};

const traceHash: Rule = (claim, world) => {
  const path = textOf(claim.inputs.trace);
  const bytes = world.files.get(path);
  if (!bytes) return missing(path, world);
  return compare(claim, { hash: hashParts(bytes) }) ?? { verdict: 'verified', how: 'SHA-256 of the trace' };
};

const ORDER: readonly ClaimVerdict[] = ['failed', 'left-out', 'stated', 'agrees', 'verified'];

/** The weakest of what a figure rests on. */
function weakest(rulings: readonly Ruling[]): ClaimVerdict {
  return ORDER.find((verdict) => rulings.some((ruling) => ruling.verdict === verdict)) ?? 'verified';
}

function restOn(parents: readonly string[], world: ClaimWorld, how: string): Ruling {
  const verdict = weakest(parents.map((id) => world.ruling(id)));
  const bad = verdict === 'failed' ? parents.find((id) => world.ruling(id).verdict === 'failed') : undefined;
  return { verdict, how: bad === undefined ? how : `${how}; claim ${bad} fails` };
}

/** The contract of what a claim counts, empty for a coin; of a sum that of its parts. */
function assetOf({ inputs, result }: Claim, world: ClaimWorld): string {
  const own = result.asset ?? inputs.asset;
  if (typeof own === 'string') return own;
  const [first] = Array.isArray(inputs.claims) ? inputs.claims : [];
  const parent = first === undefined ? undefined : world.claims.get(first);
  return parent ? assetOf(parent, world) : '';
}

const sum: Rule = (claim, world) => {
  const ids = Array.isArray(claim.inputs.claims) ? claim.inputs.claims : [];
  const parents = ids.map((id) => world.claims.get(id));
  if (parents.includes(undefined)) return leftOut('a claim of the sum');
  const total = parents.reduce((all, parent) => all + BigInt(parent?.result.amount ?? 0), 0n);
  const assets = new Set(parents.map((parent) => parent && assetOf(parent, world)));
  const isOneAsset = parents.every(
    (parent) =>
      assets.size === 1 &&
      sameValue(claim.result.symbol, parent?.result.symbol) &&
      sameValue(claim.result.decimals, parent?.result.decimals),
  );
  if (!isOneAsset) return failed('it adds amounts of different assets');
  return compare(claim, { amount: total.toString() }) ?? restOn(ids, world, `sum of ${ids.length} claims`);
};

const difference: Rule = (claim, world) => {
  const ids = Array.isArray(claim.inputs.claims) ? claim.inputs.claims : [];
  const [from, minus] = ids.map((id) => world.claims.get(id));
  if (!from || !minus || ids.length !== 2) return leftOut('a claim of the difference');
  const amount = (BigInt(from.result.amount ?? 0) - BigInt(minus.result.amount ?? 0)).toString();
  return compare(claim, { amount }) ?? restOn(ids, world, 'difference of two claims');
};

/** `value/1` takes a price of the asset itself; `value/2` names whose price it takes, such as that of the coin that a token represents. */
const value: Rule = (claim, world) => {
  const id = textOf(claim.inputs.claim);
  const parent = world.claims.get(id);
  if (!parent) return leftOut(`claim ${id}`);
  const price = entryOf('prices.json', claim.inputs.price, world);
  if (isRuling(price)) return price;
  const ticker = claim.rule === 'value/1' ? parent.result.symbol : claim.result.ticker;
  if (price.symbol !== ticker) return failed('the price is of another asset');
  const usd = toFiat(
    BigInt(parent.result.amount ?? 0),
    Number(parent.result.decimals),
    BigInt(textOf(price.nano) || '0'),
  ).toString();
  const own = world.ruling(id);
  return (
    compare(claim, { usd, day: textOf(price.day) }) ?? {
      verdict: own.verdict === 'verified' ? 'agrees' : own.verdict,
      how: `amount of ${id} times the price row of ${textOf(price.day)}`,
    }
  );
};

function memberOf(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) =>
      Array.isArray(at) ? at[Number(name)] : isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined,
    root,
  );
}

const item: Rule = (claim, world) => {
  const path = textOf(claim.inputs.item);
  const bytes = world.files.get(path);
  if (!bytes) return missing(path, world);
  const { at } = claim.inputs;
  const found = memberOf(decodeJson(path, bytes), Array.isArray(at) ? at : []);
  if (!['string', 'number'].includes(typeof found)) return failed(`${path} has no such figure`);
  const [name = 'value'] = Object.keys(claim.result).filter((key) => key === 'amount' || key === 'value');
  return (
    compare(claim, { [name]: found as string | number }) ?? {
      verdict: 'agrees',
      how: 'figure of the pinned answer; run it again with the call in custody.json',
    }
  );
};

const cluster: Rule = (claim, world) => {
  const path = textOf(claim.inputs.proof);
  const bytes = world.files.get(path);
  if (!bytes) return missing(path, world);
  try {
    const proof = parseClusterProof(new TextDecoder().decode(bytes));
    const report = verifyClusterProof(proof);
    const wrong = compare(claim, { from: report.from, to: report.to, steps: report.stepCount });
    if (wrong) return wrong;
    if (report.verdict === 'failed') return failed('the proof of the cluster fails');
    const how = `proof of the cluster run again, ${report.view} view`;
    const open = report.openBlocks.filter(({ hash }) => !world.isAnchoredBlock(proof.chain, hash));
    if (open.length > 0) return { verdict: 'agrees', how: `${how}: ${compareHashes(open)}` };
    return { verdict: report.verdict === 'verified' ? 'verified' : 'agrees', how };
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return failed(error.message);
  }
};

/** How each kind of claim is checked. docs/methods/evidence-bundle.md lists them. */
const RULES: Readonly<Record<string, Rule>> = {
  'appeal/1': rowRule('stated', 'what the agency states against a label, as of the report'),
  'case/1': rowRule('stated', 'row of the case, as people entered it'),
  'cluster/1': cluster,
  'difference/1': difference,
  'item/1': item,
  'label/1': rowRule('stated', 'label row and its source'),
  'method/1': rowRule('stated', 'row of the methods'),
  'output/1': output,
  'price/1': rowRule('stated', 'price row and its source'),
  'row/1': rowRule('agrees', 'row of the index, as its source states it; no bytes in the bundle prove it'),
  'sum/1': sum,
  'trace-count/1': traceCount,
  'trace-end/1': traceEnd,
  'trace-hash/1': traceHash,
  'trace-sum/1': traceSum,
  'transfer/1': transfer,
  'value/1': value,
  'value/2': value,
};

/** Checks one claim. A rule that this program does not know fails the claim: nothing is passed unread. */
export function ruleOnClaim(claim: Claim, world: ClaimWorld): Ruling {
  const rule = Object.hasOwn(RULES, claim.rule) ? RULES[claim.rule] : undefined;
  if (!rule) return failed(`this program does not know the rule ${claim.rule.slice(0, 60)}`);
  try {
    return rule(claim, world);
  } catch (error) {
    if (AppError.is(error) || error instanceof SyntaxError || error instanceof RangeError)
      return failed('its inputs or its result are not what its rule takes');
    throw error;
  }
}
