import { isAccountChainId, isOutputChainId, type OutputChainId } from '@trailmark/core/chain';
import { AccountBundleLedger, listAccountChains } from './account-ledger.ts';
import { type Claim, type ClaimMark, CORE, REPORT, refuseItem } from './bundle-format.ts';
import { BundleLedger, listBundleChains } from './bundle-ledger.ts';
import { type CheckedTrace, type ClaimVerdict, type ClaimWorld, type Ruling, ruleOnClaim } from './claim-rules.ts';
import { writeClaim } from './claim-text.ts';
import { findCustodyFault } from './custody-rows.ts';
import { CLAIMS, decodeClaims } from './decode-claims.ts';
import { checkAccountHeaders, checkHeaders } from './header-checks.ts';
import { type ItemFault, type OpenBundle, openBundle } from './open-bundle.ts';
import { rerunTrace } from './rerun-trace.ts';
import {
  type BundleCheck,
  CLOCK_SKEW,
  checkRedaction,
  checkSignatures,
  checkStamps,
  secondsOf,
  type VerifyBundleOptions,
} from './signature-checks.ts';
import { decodeJson, isRecord } from './strict-json.ts';
import { decodeSeedFile, decodeTraceFile } from './trace-file.ts';

export interface CheckedClaim {
  readonly id: string;
  readonly mark: ClaimMark;
  readonly sentence: string;
  readonly verdict: ClaimVerdict;
  readonly how: string;
}

export interface BundleReport {
  /** `partial`: nothing fails, and not everything could be calculated again from bytes that prove themselves. */
  readonly verdict: 'verified' | 'partial' | 'failed';
  readonly kind: 'core' | 'report';
  readonly case: string;
  readonly reportVersion: number;
  readonly madeAt: string;
  readonly software: string;
  readonly digest: string;
  readonly checks: readonly BundleCheck[];
  readonly faults: readonly ItemFault[];
  readonly leftOut: readonly string[];
  readonly items: { readonly sound: number; readonly all: number };
  readonly claims: readonly CheckedClaim[];
}

/** Everything rules look at, calculated once, on first use. */
class World implements ClaimWorld {
  readonly files: OpenBundle['files'];
  readonly lists: OpenBundle['lists'];
  readonly leftOut: ReadonlySet<string>;
  readonly claims: ReadonlyMap<string, Claim>;
  readonly ledgers: ReadonlyMap<string, BundleLedger>;
  readonly accountLedgers: ReadonlyMap<string, AccountBundleLedger>;
  readonly #faults: ReadonlyMap<string, string>;
  readonly #traces = new Map<string, CheckedTrace | undefined>();
  readonly #rulings = new Map<string, Ruling>();

  readonly blocks: readonly string[];

  constructor(bundle: OpenBundle, blocks: readonly string[] = []) {
    this.blocks = blocks;
    this.files = bundle.files;
    this.lists = bundle.lists;
    this.leftOut = new Set(bundle.leftOut);
    this.#faults = new Map(bundle.faults.map(({ path, why }) => [path, why]));
    this.ledgers = new Map(listBundleChains(bundle).map((id) => [id, new BundleLedger(bundle, id, blocks)]));
    const accounts = listAccountChains(bundle).map((id) => [id, new AccountBundleLedger(bundle, id, blocks)] as const);
    this.accountLedgers = new Map(accounts);
    this.claims = decodeClaims(bundle.lists.get(CLAIMS) ?? []);
  }

  faultOf(path: string): string | undefined {
    return this.#faults.get(path);
  }

  ledger(chain: string): BundleLedger | undefined {
    return isOutputChainId(chain) ? this.ledgers.get(chain) : undefined;
  }

  accounts(chain: string): AccountBundleLedger | undefined {
    return isAccountChainId(chain) ? this.accountLedgers.get(chain) : undefined;
  }

  isAnchoredBlock(chain: OutputChainId, hash: string): boolean {
    return this.blocks.includes(hash) || (this.ledgers.get(chain)?.headers.hasAnchored(hash) ?? false);
  }

  trace(path: string): CheckedTrace | undefined {
    if (!this.#traces.has(path)) this.#traces.set(path, this.#runTrace(path));
    return this.#traces.get(path);
  }

  #runTrace(path: string): CheckedTrace | undefined {
    const seedPath = path.replace(/\.json$/, '.seeds.json');
    const [bytes, seedBytes] = [this.files.get(path), this.files.get(seedPath)];
    if (!bytes || !seedBytes) return undefined;
    const file = decodeTraceFile(path, bytes);
    return { file, ...rerunTrace(file, decodeSeedFile(seedPath, seedBytes), this.ledger(file.request.chain)) };
  }

  /** Claims that others rest on come first: no claim rests on itself, which was checked. */
  ruling(id: string): Ruling {
    const known = this.#rulings.get(id);
    if (known) return known;
    const claim = this.claims.get(id);
    const ruling: Ruling = claim
      ? ruleOnClaim(claim, this)
      : { verdict: 'left-out', how: `claim ${id} was left out of this copy` };
    this.#rulings.set(id, ruling);
    return ruling;
  }

  /** Transactions that nobody requested are read as well: each file of a bundle is checked. */
  listFaults(): readonly ItemFault[] {
    for (const path of this.files.keys()) if (/^traces\/[^/]+(?<!\.seeds)\.json$/.test(path)) this.trace(path);
    const faults: ItemFault[] = [];
    for (const ledger of this.ledgers.values()) {
      for (const path of ledger.transactionPaths) {
        const txid = path.slice(path.lastIndexOf('/') + 1, -'.raw'.length);
        ledger.transaction(txid);
        ledger.place(txid);
      }
      faults.push(...ledger.faults);
    }
    for (const ledger of this.accountLedgers.values()) {
      for (const txid of ledger.txids) ledger.transaction(txid);
      faults.push(...ledger.faults);
    }
    for (const [path, trace] of this.#traces) if (trace?.fault !== undefined) faults.push({ path, why: trace.fault });
    const custody = findCustodyFault(this.lists.get('custody.json') ?? []);
    return custody === undefined ? faults : [...faults, { path: 'custody.json', why: custody }];
  }
}

/** What is about the manifest: signatures, time stamps, what was left out. */
function checkPapers(bundle: OpenBundle, options: VerifyBundleOptions): BundleCheck[] {
  return [...checkSignatures(bundle, options), ...checkStamps(bundle, options), ...checkRedaction(bundle, options)];
}

function checkTimes(claims: Iterable<Claim>, madeAt: string): string | undefined {
  for (const { id, result } of claims)
    if (typeof result.time === 'number' && result.time > secondsOf(madeAt) + CLOCK_SKEW) return id;
  return undefined;
}

function verifyCore(bundle: OpenBundle, options: VerifyBundleOptions) {
  const world = new World(bundle, options.blocks);
  const late = checkTimes(world.claims.values(), bundle.manifest.madeAt);
  if (late !== undefined) refuseItem(CLAIMS, `claim ${late} states a time after the bundle was made.`);
  const claims: CheckedClaim[] = [];
  for (const claim of world.claims.values()) {
    const { id, mark } = claim;
    claims.push({ id, mark, sentence: writeClaim(claim), ...world.ruling(id) });
  }
  const checks = [
    ...[...world.ledgers.values()].flatMap(checkHeaders),
    ...[...world.accountLedgers.values()].flatMap(checkAccountHeaders),
  ];
  return {
    claims,
    checks: [...checkPapers(bundle, options), ...checks],
    faults: world.listFaults(),
  };
}

/** The bundle inside a report's bundle has to be of the same case and report, and the one that the report was written from. */
function openCore(outer: OpenBundle): OpenBundle | undefined {
  const bytes = outer.files.get(CORE);
  if (!bytes) return undefined;
  const core = openBundle(bytes);
  const [a, b] = [outer.manifest, core.manifest];
  if (b.kind !== 'core') refuseItem(CORE, 'it is the bundle of a report, and not what a report rests on.');
  if (a.case.id !== b.case.id || a.case.number !== b.case.number)
    refuseItem(CORE, `it is of case ${b.case.number}, and the report is of case ${a.case.number}.`);
  if (a.report.id !== b.report.id || a.report.version !== b.report.version)
    refuseItem(CORE, 'it belongs to another report or another version of it.');
  const report = outer.files.get(REPORT);
  const written = report && decodeJson(REPORT, report);
  if (report && !(isRecord(written) && written.core === core.digest))
    refuseItem(REPORT, 'it is the report of another bundle.');
  return core;
}

function checkHead({ manifest }: OpenBundle, now: number): void {
  if (secondsOf(manifest.madeAt) > now + CLOCK_SKEW)
    refuseItem('manifest.json', `the bundle is dated ${manifest.madeAt}, which is in the future.`);
}

/** Nothing is verified where there was nothing to check, or not everything was there. */
function decide(
  { claims, checks, faults }: ReturnType<typeof verifyCore>,
  leftOut: readonly string[],
): BundleReport['verdict'] {
  const isFailed =
    faults.length > 0 ||
    checks.some(({ state }) => state === 'failed') ||
    claims.some(({ verdict }) => verdict === 'failed');
  if (isFailed) return 'failed';
  const isWhole =
    claims.length > 0 &&
    leftOut.length === 0 &&
    claims.every(({ verdict }) => verdict === 'verified') &&
    checks.every(({ state }) => state === 'passed');
  return isWhole ? 'verified' : 'partial';
}

/**
 * Checks an evidence bundle from its own bytes: no database, no network. Throws `invalid` for what is no bundle of the format, naming the
 * item; what was changed and every claim it touches are findings of the report.
 */
export function verifyBundle(bytes: Uint8Array, options: VerifyBundleOptions): BundleReport {
  const outer = openBundle(bytes);
  checkHead(outer, options.now);
  const inner = outer.manifest.kind === 'report' ? openCore(outer) : outer;
  const own = inner === outer ? [] : checkPapers(outer, options);
  const core = inner ? verifyCore(inner, options) : { claims: [], checks: [], faults: [] };
  // What holds for both bundles is stated once.
  const bySentence = new Map([...own, ...core.checks].map((check) => [check.sentence, check]));
  const checks = [...bySentence.values()];
  const prefix = inner === outer ? '' : `${CORE}/`;
  const named = (faults: readonly ItemFault[]): ItemFault[] =>
    faults.map(({ path, why }) => ({ path: `${prefix}${path}`, why }));
  const faults = [...(inner === outer ? [] : outer.faults), ...named(inner?.faults ?? []), ...named(core.faults)];
  const { manifest } = outer;
  const parts = inner === outer || !inner ? [outer] : [outer, inner];
  const leftOut = parts.flatMap((part) => part.leftOut);
  return {
    verdict: decide({ claims: core.claims, checks, faults }, leftOut),
    ...{
      kind: manifest.kind,
      case: manifest.case.number,
      reportVersion: manifest.report.version,
      madeAt: manifest.madeAt,
    },
    ...{ software: manifest.software, digest: outer.digest, checks, faults, claims: core.claims },
    leftOut,
    items: {
      sound: parts.reduce((sum, part) => sum + part.sound, 0),
      all: parts.reduce((sum, part) => sum + part.manifest.items.length, 0),
    },
  };
}
