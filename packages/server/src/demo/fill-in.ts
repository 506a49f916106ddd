const DAY_MS = 86_400_000;
const NAME = /\{\{([\w.]+)([+-]\d+)?\}\}/g;
const ONLY_NAME = /^\{\{([\w.]+)([+-]\d+)?\}\}$/;

/** Answers of earlier steps, by the names they were kept under. */
export type Kept = Readonly<Record<string, unknown>>;

interface Filling {
  readonly kept: Kept;
  readonly now: Date;
}

function lookUp(name: string, shift: string | undefined, { kept, now }: Filling): unknown {
  const days = Number(shift ?? 0);
  if (name === 'day') return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  if (name === 'second') return Math.floor((now.getTime() + days * DAY_MS) / 1000);
  const value = name
    .split('.')
    .reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null ? (part as Kept)[key] : undefined),
      kept,
    );
  if (value === undefined) throw new Error(`No earlier step of this worked case keeps "${name}".`);
  return value;
}

/**
 * Puts the answers of earlier steps into a step: `{{case.id}}`, and relative to today `{{day+14}}` as a date and
 * `{{second-3}}` as a time, both shifted by whole days. Throws for a name that nothing was kept under.
 */
export function fillIn(value: unknown, filling: Filling): unknown {
  if (typeof value === 'string') {
    const only = ONLY_NAME.exec(value);
    if (only) return lookUp(only[1] ?? '', only[2], filling);
    return value.replace(NAME, (_, name: string, shift?: string) => String(lookUp(name, shift, filling)));
  }
  if (Array.isArray(value)) return value.map((part) => fillIn(part, filling));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillIn(part, filling)]));
}
