import { screeningOptions } from '@trailmark/api/contract/screening-wire';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { deleteBacklog } from '@trailmark/store/cases/watches/backlog-rows';
import { type CheckRow, findCheck, putCheck } from '@trailmark/store/cases/watches/check-rows';
import { verdictChange } from '../../inbox/kinds/verdict-change.ts';
import { type NewAlert, raiseAlert } from '../../inbox/raise-alert.ts';
import { formatAddress } from '../../ledger/any-chain.ts';
import type { RuleSetInForce } from '../../screening/default-rules.ts';
import { readRulesOf } from '../../screening/rule-sets/read-rule-sets.ts';
import { screen } from '../../screening/screen.ts';
import { asksForChange, MOST_SCREENED, VERDICT_CHANGE } from '../rules/verdict-change.ts';
import { toChangeAlert } from './change-alert.ts';
import { WatchFaults } from './watch-faults.ts';
import type { LoadedWatch, WatchSet } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;
/** Screened in one pass: blocks are read between them. */
const AT_ONCE = 10;
/** Rules of an agency are looked at so often, where nothing else asks for it. */
const LOOK_MS = 5_000;
/** Rules that fired, named in an alert. */
const MOST_REASONS = 3;

const settingOf = ({ row }: LoadedWatch) => row.conditions.find(({ rule }) => rule === VERDICT_CHANGE)?.setting;

/** The level of each watched address and what it rests on, by chain and address. */
type Verdicts = Record<string, readonly string[]>;

/** One watch as it is being screened. */
interface Round {
  readonly rests: string;
  readonly left: { readonly chain: ChainId; readonly address: string }[];
  readonly verdicts: Verdicts;
}

const listPlaces = (watch: LoadedWatch, { ledgers }: WatcherDeps): Round['left'] =>
  [...watch.addresses].flatMap(([chain, keys]) => {
    const ledger = ledgers.find(chain as ChainId);
    return ledger ? [...keys].map((key) => ({ chain: ledger.id, address: formatAddress(ledger, key) })) : [];
  });

/** Rules in force, read once for each agency. */
function createRulesReader(casework: WatcherDeps['casework']): (watch: LoadedWatch) => Promise<RuleSetInForce> {
  const known = new Map<string, RuleSetInForce>();
  return async ({ row: { agency, createdById: account } }) => {
    const rules = known.get(agency) ?? (await readRulesOf(casework, { agency, account }));
    known.set(agency, rules);
    return rules;
  };
}

/** Screens watched addresses again: when one took part in a transaction, when labels or rules change, and once a day. */
export class VerdictRecheck {
  readonly #deps: WatcherDeps;
  readonly #set: WatchSet;
  readonly #rounds = new Map<string, Round>();
  /** By watch: what its verdicts rest on. A server that starts again screens each once, for what it may have missed. */
  readonly #done = new Map<string, string>();
  readonly #faults: WatchFaults;
  #looked = '';

  constructor(deps: WatcherDeps, set: WatchSet) {
    [this.#deps, this.#set] = [deps, set];
    this.#faults = new WatchFaults(deps, 'verdicts');
  }

  /** Returns whether some are left. */
  async pass(signal: AbortSignal): Promise<boolean> {
    const { casework, knowledge } = this.#deps;
    const watches = this.#set.watches.filter((watch) => settingOf(watch) !== undefined);
    const isTouched = this.#forget(watches);
    const now = casework.now().getTime();
    const labels = knowledge.labels().version;
    const state = `${labels} ${this.#set.revision} ${Math.floor(now / LOOK_MS)}`;
    if (watches.length === 0 || (this.#looked === state && !isTouched && this.#rounds.size === 0)) return false;
    const readRules = createRulesReader(casework);
    let room = AT_ONCE;
    for (const watch of watches) {
      if (this.#faults.isWaiting(watch)) continue;
      try {
        const rules = await readRules(watch);
        const rests = `${labels} ${rules.hash} ${Math.floor(now / DAY_MS)}`;
        if (this.#done.get(watch.row.id) === rests) continue;
        room = await this.#advance(watch, { rests, rules, room, signal });
        this.#faults.clear(watch);
      } catch (cause) {
        // It begins again: the address that failed is no longer in what is left.
        this.#rounds.delete(watch.row.id);
        if (signal.aborted) return false;
        await this.#faults.note(watch, cause);
      }
      if (room === 0) return true;
    }
    this.#faults.keep(watches);
    this.#looked = state;
    return false;
  }

  /** What an address took part in since makes its verdict an old one, also one of a round that is not over. Returns whether any did. */
  #forget(watches: readonly LoadedWatch[]): boolean {
    const touched = watches.filter((watch) => this.#set.touched.has(watch));
    this.#set.touched.clear();
    for (const { row } of touched) {
      this.#done.delete(row.id);
      this.#rounds.delete(row.id);
    }
    return touched.length > 0;
  }

  /** Screens some of a watch's addresses, and compares when all are. Returns how many more may be. */
  async #advance(
    watch: LoadedWatch,
    {
      rests,
      rules,
      room,
      signal,
    }: { readonly rests: string; readonly rules: RuleSetInForce; readonly room: number; readonly signal: AbortSignal },
  ): Promise<number> {
    const { id } = watch.row;
    const present = this.#rounds.get(id);
    const round =
      present?.rests === rests
        ? present
        : { rests, left: listPlaces(watch, this.#deps).slice(0, MOST_SCREENED), verdicts: {} };
    this.#rounds.set(id, round);
    let left = room;
    for (let place = round.left.pop(); place; place = left > 0 ? round.left.pop() : undefined) {
      round.verdicts[`${place.chain} ${place.address}`] = await this.#screen(place, rules, signal);
      left -= 1;
    }
    if (round.left.length > 0) return 0;
    if (await this.#write(watch, round, rules)) this.#done.set(id, rests);
    this.#rounds.delete(id);
    return left;
  }

  async #screen(
    { chain, address }: Round['left'][number],
    rules: RuleSetInForce,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { ledgers, knowledge } = this.#deps;
    const options = screeningOptions.parse({});
    const request: ScreeningRequest = { ...options, chain, subject: { kind: 'address', text: address } };
    try {
      const { screening } = await screen({ ledgers, knowledge }, request, rules, { signal });
      const { level, sentences } = screening.verdict;
      return [level, ...sentences.slice(0, MOST_REASONS)];
    } catch (cause) {
      // What cannot be screened has no verdict, which is an answer of its own.
      if (AppError.is(cause, 'invalid') || AppError.is(cause, 'not-found')) return ['unknown', cause.message];
      throw cause;
    }
  }

  /** False where what is watched changed meanwhile: it is screened again. */
  async #write(watch: LoadedWatch, { verdicts, rests }: Round, rules: RuleSetInForce): Promise<boolean> {
    const { casework } = this.#deps;
    const at = casework.now();
    return casework.store.transact(SYSTEM, async (tx) => {
      if (!(await this.#set.isCurrent(tx, at))) return false;
      const { id, caseId, agency } = watch.row;
      const before = await findCheck(tx, id);
      // A new watch has nothing to compare with: what is known now is where it begins.
      for (const alert of before ? this.#compare(watch, before, { verdicts, rules, at }) : [])
        await raiseAlert(tx, alert);
      await putCheck(tx, { watch: id, caseId, agency, labels: rests, known: verdicts, at });
      await deleteBacklog(tx, { watch: id, part: 'verdicts', chain: '' });
      return true;
    });
  }

  #compare(
    watch: LoadedWatch,
    before: CheckRow,
    { verdicts, rules, at }: { readonly verdicts: Verdicts; readonly rules: RuleSetInForce; readonly at: Date },
  ): NewAlert[] {
    const setting = settingOf(watch) ?? {};
    const { row } = watch;
    return Object.entries(verdicts).flatMap(([place, [level = '', ...reasons]]) => {
      const [old, ...oldReasons] = before.known[place] ?? [];
      if (old === undefined || !asksForChange(setting, old, level)) return [];
      const [chain = '', address = ''] = place.split(' ');
      const line = (name: string, words: readonly string[]) => ({
        ...{ mark: 'inference' as const, name, chain, address },
        text: words.join(' ') || 'No rule fired.',
      });
      const change = {
        ...{ kind: verdictChange, mark: 'inference' as const, what: `${place} ${level} ${before.at.toISOString()}` },
        title: `Verdict ${old} to ${level}: ${row.name}`,
        summary: reasons[0] ?? '',
        lines: [line(`Now ${level}`, reasons), line(`Before ${old}`, oldReasons)],
        note: 'A verdict follows from rules, labels and the indexed blocks. It is no fact of the ledger. Screen the address to see all of it.',
        facts: { level, before: old, rules: rules.hash.slice(0, 16) },
      };
      return [toChangeAlert(row, change, at)];
    });
  }
}
