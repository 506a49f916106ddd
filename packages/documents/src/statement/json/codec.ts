import { AppError } from '@trailmark/core/errors';

/** How a value is written as JSON, and read and checked again. */
export interface Codec<T> {
  readonly encode: (value: T) => unknown;
  /** Throws `invalid` and names the place, such as `lines[3].legs[0].amount`. */
  readonly decode: (value: unknown, place: string) => T;
}

function refuse(place: string, wanted: string): never {
  throw new AppError('invalid', `This statement cannot be read: ${place} is not ${wanted}.`);
}

function scalar<T>(wanted: string, isRight: (value: unknown) => boolean, read: (value: never) => T): Codec<T> {
  return {
    encode: (value) => value,
    decode: (value, place) => (isRight(value) ? read(value as never) : refuse(place, wanted)),
  };
}

const same = <T>(value: T): T => value;

/** Lone surrogates have no place in a file: they are replaced. */
export const text: Codec<string> = {
  ...scalar<string>('text', (value) => typeof value === 'string' && value.isWellFormed(), same),
  encode: (value) => value.toWellFormed(),
};
export const whole: Codec<number> = scalar<number>('a whole number', Number.isSafeInteger, same);
export const flag: Codec<boolean> = scalar<boolean>('true or false', (value) => typeof value === 'boolean', same);
/** Decimal digits: JSON numbers would lose some. */
export const units: Codec<bigint> = {
  ...scalar<bigint>(
    'a whole amount in digits',
    (value) => typeof value === 'string' && /^(0|-?[1-9]\d{0,99})$/.test(value),
    (value: string) => BigInt(value),
  ),
  encode: (value) => value.toString(),
};

export function word<T extends string>(...words: readonly T[]): Codec<T> {
  return scalar<T>(`one of ${words.join(', ')}`, (value) => words.includes(value as T), same);
}

export function list<T>(item: Codec<T>): Codec<readonly T[]> {
  return {
    encode: (values) => values.map(item.encode),
    decode: (values, place) =>
      Array.isArray(values) ? values.map((value, i) => item.decode(value, `${place}[${i}]`)) : refuse(place, 'a list'),
  };
}

export function optional<T>(codec: Codec<T>): Codec<T | undefined> {
  return {
    encode: (value) => (value === undefined ? undefined : codec.encode(value)),
    decode: (value, place) => (value === undefined ? undefined : codec.decode(value, place)),
  };
}

export function nullable<T>(codec: Codec<T>): Codec<T | null> {
  return {
    encode: (value) => (value === null ? null : codec.encode(value)),
    decode: (value, place) => (value === null ? null : codec.decode(value, place)),
  };
}

/** A map as an object whose members are sorted by UTF-16 code units. */
export function dictionary<T>(codec: Codec<T>): Codec<ReadonlyMap<string, T>> {
  return {
    encode: (map) =>
      Object.fromEntries(
        [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, codec.encode(value)]),
      ),
    decode: (value, place) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, 'an object');
      return new Map(
        Object.entries(value as object).map(([key, part]) => [key, codec.decode(part, `${place}.${key.slice(0, 80)}`)]),
      );
    },
  };
}

/** An object with these members and no others, written in the order of UTF-16 code units. */
export function record<T extends object>(members: { readonly [K in keyof T]-?: Codec<T[K]> }): Codec<T> {
  const names = (Object.keys(members) as (keyof T & string)[]).sort((a, b) => (a < b ? -1 : 1));
  const known = new Set<string>(names);
  return {
    encode: (value) => {
      const written: Record<string, unknown> = {};
      for (const name of names) {
        const part = members[name].encode(value[name]);
        if (part !== undefined) written[name] = part;
      }
      return written;
    },
    decode: (value, place) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, 'an object');
      const given = value as Record<string, unknown>;
      const stranger = Object.keys(given).find((name) => !known.has(name));
      if (stranger !== undefined) refuse(`${place}.${stranger.slice(0, 80)}`, 'a member of this format');
      const read: Partial<T> = {};
      for (const name of names) read[name] = members[name].decode(given[name], `${place}.${name}`);
      return read as T;
    },
  };
}
