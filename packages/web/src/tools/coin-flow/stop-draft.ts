import { parseUnits } from '@trailmark/core/amount';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { DEFAULT_BUDGET, DEFAULT_STOPS, MAX_BUDGET, type StopRules } from '@trailmark/core/trace/trace-request';
import { splitAmount } from '../../format/amount.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { endSeconds, formatMoment, parseMoment, startSeconds } from '../../format/moment.ts';

/** Stop rules as they are typed: numbers and amounts are text until they are sent. */
export interface StopDraft {
  readonly services: boolean;
  readonly mixers: boolean;
  readonly coinJoins: boolean;
  readonly contracts: boolean;
  readonly sanctioned: boolean;
  readonly labelled: boolean;
  readonly followSwaps: boolean;
  readonly followBridges: boolean;
  readonly maxHops: string;
  /** Whole coins. */
  readonly minAmount: string;
  readonly minSharePercent: string;
  readonly from: string;
  readonly to: string;
  readonly dormantDays: string;
  readonly maxFanOut: string;
  readonly hubTransfers: string;
  /** Addresses, one per line. */
  readonly stopAt: string;
  readonly budget: string;
}
export type StopField = keyof StopDraft;

export const DEFAULT_STOP_DRAFT: StopDraft = {
  services: DEFAULT_STOPS.services,
  mixers: DEFAULT_STOPS.mixers,
  coinJoins: DEFAULT_STOPS.coinJoins,
  contracts: DEFAULT_STOPS.contracts,
  sanctioned: DEFAULT_STOPS.sanctioned,
  labelled: false,
  followSwaps: DEFAULT_STOPS.followSwaps,
  followBridges: false,
  maxHops: String(DEFAULT_STOPS.maxHops),
  minAmount: '',
  minSharePercent: '',
  from: '',
  to: '',
  dormantDays: '',
  maxFanOut: String(DEFAULT_STOPS.maxFanOut),
  hubTransfers: String(DEFAULT_STOPS.hubTransfers),
  stopAt: '',
  budget: String(DEFAULT_BUDGET),
};

export interface ReadStops {
  readonly stops: StopRules;
  readonly budget: number;
  readonly errors: Readonly<Partial<Record<StopField, string>>>;
}

const PPM_A_PERCENT = 4;
const DAY_SECONDS = 86_400;
const MAX_SHARE_PPM = 1_000_000n;

/** Collects what each field says, and what is wrong with it next to the field. */
class FieldReader {
  readonly errors: Partial<Record<StopField, string>> = {};
  readonly #draft: StopDraft;

  constructor(draft: StopDraft) {
    this.#draft = draft;
  }

  #read<T>(field: StopField, fallback: T, parse: (text: string) => T): T {
    const text = String(this.#draft[field]).trim();
    if (text === '') return fallback;
    try {
      return parse(text);
    } catch (error) {
      this.errors[field] = AppError.is(error) ? error.message : 'This cannot be read.';
      return fallback;
    }
  }

  whole<T extends number | undefined>(field: StopField, fallback: T, least: number, most: number): number | T {
    return this.#read<number | T>(field, fallback, (text) => {
      const value = Number(text.replaceAll(',', ''));
      if (!Number.isSafeInteger(value) || value < least || value > most)
        throw new AppError('invalid', `Write a whole number from ${least} to ${most}.`);
      return value;
    });
  }

  amount(field: StopField, decimals: number): bigint {
    return this.#read(field, 0n, (text) => {
      const value = parseUnits(text, decimals);
      if (value < 0n) throw new AppError('invalid', 'Write an amount of zero or more.');
      return value;
    });
  }

  share(field: StopField): number {
    return this.#read(field, 0, (text) => {
      const ppm = parseUnits(text.replace(/\s*%$/, ''), PPM_A_PERCENT);
      if (ppm < 0n || ppm > MAX_SHARE_PPM) throw new AppError('invalid', 'Write a share from 0 to 100 percent.');
      return Number(ppm);
    });
  }

  moment(field: StopField, read: (moment: string) => number | undefined): number | undefined {
    return this.#read<number | undefined>(field, undefined, (text) => read(parseMoment(text)));
  }
}

/** The values of the fields; where one cannot be read its default is used and the error is named. */
export function readStops(draft: StopDraft, decimals: number): ReadStops {
  const fields = new FieldReader(draft);
  const { services, mixers, coinJoins, contracts, sanctioned, followSwaps } = draft;
  const stops: StopRules = {
    services,
    mixers,
    coinJoins,
    contracts,
    sanctioned,
    followSwaps,
    ...(draft.labelled ? { labelled: true } : {}),
    ...(draft.followBridges ? { followBridges: true } : {}),
    maxHops: fields.whole('maxHops', DEFAULT_STOPS.maxHops, 1, 1_000),
    minAmount: fields.amount('minAmount', decimals),
    minSharePpm: fields.share('minSharePercent'),
    fromTime: fields.moment('from', startSeconds),
    toTime: fields.moment('to', endSeconds),
    dormantDays: fields.whole('dormantDays', undefined, 1, 20_000),
    maxFanOut: fields.whole('maxFanOut', DEFAULT_STOPS.maxFanOut, 1, 5_000),
    hubTransfers: fields.whole('hubTransfers', DEFAULT_STOPS.hubTransfers, 10, 100_000),
    stopAt: draft.stopAt.split(/[\s,;]+/).filter(Boolean),
  };
  const budget = fields.whole('budget', DEFAULT_BUDGET, 1, MAX_BUDGET);
  if (stops.fromTime !== undefined && stops.toTime !== undefined && stops.fromTime > stops.toTime)
    fields.errors.to = 'The window ends before it begins.';
  return { stops, budget, errors: fields.errors };
}

const SWITCHES = [
  ['services', 'services'],
  ['mixers', 'mixers'],
  ['coinJoins', 'CoinJoins'],
  ['contracts', 'pooling contracts'],
  ['sanctioned', 'sanctioned addresses'],
] as const;

const DAY_END = 86_399;

/** Seconds as the fields are read: a day where the moment is its edge, else with the clock. */
function writeMoment(seconds: number | undefined, isEnd: boolean): string {
  if (seconds === undefined) return '';
  const text = formatMoment(seconds).replace('T', ' ');
  const isEdge = ((seconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS === (isEnd ? DAY_END : 0);
  return isEdge ? text.slice(0, 10) : text;
}

function writeUnits(units: bigint, decimals: number): string {
  if (units === 0n) return '';
  const { whole, fraction } = splitAmount(units, decimals);
  return `${whole.replaceAll(',', '')}${fraction}`.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}

/** Stop rules as they would be typed, so that a trace can be run again with others. */
export function toStopDraft(stops: StopRules, budget: number, decimals: number): StopDraft {
  const { services, mixers, coinJoins, contracts, sanctioned, followSwaps, fromTime, toTime, dormantDays } = stops;
  return {
    ...{ services, mixers, coinJoins, contracts, sanctioned, followSwaps },
    labelled: stops.labelled === true,
    followBridges: stops.followBridges === true,
    maxHops: String(stops.maxHops),
    minAmount: writeUnits(stops.minAmount, decimals),
    minSharePercent: writeUnits(BigInt(stops.minSharePpm), PPM_A_PERCENT),
    from: writeMoment(fromTime, false),
    to: writeMoment(toTime, true),
    dormantDays: dormantDays === undefined ? '' : String(dormantDays),
    maxFanOut: String(stops.maxFanOut),
    hubTransfers: String(stops.hubTransfers),
    stopAt: stops.stopAt.join('\n'),
    budget: String(budget),
  };
}

/** Stopping at contracts means something only on chains that have some. */
function listSwitches(chain: ChainId) {
  return SWITCHES.filter(([field]) => field !== 'contracts' || traitsOf(chain).hasContracts);
}

/** Where a trail ends, in one line. */
export function describeStops(stops: StopRules, chain: ChainId): string {
  const at = listSwitches(chain).flatMap(([field, word]) => (stops[field] ? [word] : []));
  const places = at.length === 0 ? 'Stops at no named place' : `Stops at ${at.join(', ')}`;
  return `${places}; after ${stops.maxHops} hops; ${stops.maxFanOut} payments a step at most.`;
}

/** How many rules can end a trail. */
export function countStops(stops: StopRules, chain: ChainId): number {
  const set = [
    ...listSwitches(chain).map(([field]) => stops[field]),
    stops.minAmount > 0n,
    stops.minSharePpm > 0,
    stops.fromTime !== undefined || stops.toTime !== undefined,
    stops.dormantDays !== undefined,
    stops.stopAt.length > 0,
  ];
  // The caps on hops and on fan-out always hold.
  return set.filter(Boolean).length + 2;
}
