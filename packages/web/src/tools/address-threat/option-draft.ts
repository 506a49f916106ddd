import { DEFAULT_SCREENING_HOPS } from '@trailmark/api/contract/screening-wire';
import { parseUnits } from '@trailmark/core/amount';
import { AppError } from '@trailmark/core/errors';
import { parseMoment, startSeconds } from '../../format/moment.ts';
import { toOptions } from './screening-request.ts';
import type { ThreatSearch } from './search.ts';

/** Options as they are typed. */
export interface OptionDraft {
  readonly ways: string;
  /** `yes`: with the addresses of its cluster. */
  readonly cluster: string;
  /** `yes`: trades are followed. */
  readonly swaps: string;
  /** `through`: trails continue behind services. */
  readonly services: string;
  readonly method: string;
  readonly assetKind: string;
  readonly asset: string;
  readonly hops: string;
  /** Percent. */
  readonly share: string;
  readonly amount: string;
  readonly from: string;
  readonly to: string;
  readonly budget: string;
}
export type OptionErrors = Readonly<Partial<Record<keyof OptionDraft, string>>>;

const PPM_PLACES = 4;
const PPM_A_PERCENT = 10_000;
const MILLION = 1_000_000n;

/** What the address bar says, as it would be typed. */
export function toDraft(search: Partial<ThreatSearch>): OptionDraft {
  const { asset, ways, method, from, to, amount, cluster, swaps, services } = search;
  const { maxHops, minSharePpm, budget } = toOptions(search as ThreatSearch);
  return {
    ways: ways ?? '',
    cluster: cluster ?? '',
    swaps: swaps ?? '',
    services: services ?? '',
    method: method ?? 'haircut',
    assetKind: asset === undefined || asset === 'coin' ? (asset ?? '') : 'token',
    asset: asset === undefined || asset === 'coin' ? '' : asset,
    hops: String(maxHops),
    share: String(minSharePpm / PPM_A_PERCENT),
    amount: amount ?? '',
    from: from ?? '',
    to: to ?? '',
    budget: String(budget),
  };
}

/** Collects what each field says, and what is wrong with it. */
class DraftReader {
  readonly errors: Partial<Record<keyof OptionDraft, string>> = {};
  readonly #draft: OptionDraft;

  constructor(draft: OptionDraft) {
    this.#draft = draft;
  }

  read<T>(field: keyof OptionDraft, parse: (text: string) => T): T | undefined {
    const text = this.#draft[field].trim();
    if (text === '') return undefined;
    try {
      return parse(text);
    } catch (error) {
      this.errors[field] = AppError.is(error) ? error.message : 'This cannot be read.';
      return undefined;
    }
  }

  whole(field: keyof OptionDraft, least: number, most: number): number | undefined {
    return this.read(field, (text) => {
      const value = Number(text.replaceAll(',', ''));
      if (!Number.isSafeInteger(value) || value < least || value > most)
        throw new AppError('invalid', `Write a whole number from ${least} to ${most.toLocaleString('en')}.`);
      return value;
    });
  }
}

function readShare(text: string): number {
  const ppm = parseUnits(text.replace(/\s*%$/, ''), PPM_PLACES);
  if (ppm < 0n || ppm > MILLION) throw new AppError('invalid', 'Write a share from 0 to 100 percent.');
  return Number(ppm);
}

function readAmount(text: string): string {
  const digits = text.replaceAll(',', '');
  if (!/^\d{1,40}$/.test(digits))
    throw new AppError('invalid', 'Write a whole number of the smallest unit, such as satoshi or wei.');
  return digits;
}

function readContract(text: string): string {
  const digits = /^(?:0x)?([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (digits === undefined) throw new AppError('invalid', 'Write the contract as 0x and 40 hexadecimal digits.');
  return digits.toLowerCase();
}

const unless = <T>(value: T | undefined, fallback: T): T | undefined => (value === fallback ? undefined : value);

/** What the address bar then says, defaults left out; or what is wrong, field by field. */
export function readOptions(draft: OptionDraft): {
  readonly options?: Partial<ThreatSearch>;
  readonly errors: OptionErrors;
} {
  const fields = new DraftReader(draft);
  const defaults = toOptions({} as ThreatSearch);
  const token = draft.assetKind === 'token' ? fields.read('asset', readContract) : undefined;
  if (draft.assetKind === 'token' && draft.asset.trim() === '')
    fields.errors.asset = 'Write the contract of the token.';
  const options: Partial<ThreatSearch> = {
    ways: draft.ways === 'in' || draft.ways === 'out' ? draft.ways : undefined,
    cluster: draft.cluster === 'yes' ? 'yes' : undefined,
    swaps: draft.swaps === 'yes' ? 'yes' : undefined,
    services: draft.services === 'through' ? 'through' : undefined,
    method: unless(draft.method as NonNullable<ThreatSearch['method']>, 'haircut'),
    asset: draft.assetKind === 'coin' ? 'coin' : token,
    hops: unless(fields.whole('hops', 2, 20), DEFAULT_SCREENING_HOPS),
    share: unless(fields.read('share', readShare), defaults.minSharePpm),
    amount: unless(fields.read('amount', readAmount), '0'),
    from: fields.read('from', parseMoment),
    to: fields.read('to', parseMoment),
    budget: unless(fields.whole('budget', 100, 100_000), defaults.budget),
  };
  const [from, to] = [startSeconds(options.from ?? ''), startSeconds(options.to ?? '')];
  if (from !== undefined && to !== undefined && from > to) fields.errors.to = 'The period ends before it begins.';
  return Object.keys(fields.errors).length > 0 ? { errors: fields.errors } : { options, errors: {} };
}
