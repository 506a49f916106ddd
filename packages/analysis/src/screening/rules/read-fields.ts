/** One thing that is wrong with a rule set. */
export interface RuleFault {
  /** Id of the rule, or its place where it has none: `#3`; null for the set itself. */
  readonly rule: string | null;
  readonly field: string | null;
  /** What is wrong, and what would be right. */
  readonly sentence: string;
}

const MAX_QUOTED = 60;

/** A stranger's value in a sentence, quoted and short. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const short = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
  return `“${short.toWellFormed()}”`;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Reads fields of an unknown record and collects what is wrong with them; a faulty field is read as `undefined`. */
export interface FieldReader {
  /** Adds a fault. `sentence` follows the name of the rule: “Rule S4: …”. */
  refuse(field: string | null, sentence: string): undefined;
  text(field: string, most: number): string | undefined;
  integer(field: string, range: Range): number | undefined;
  /** As `integer`, or null. */
  integerOrNull(field: string, range: Range): number | null | undefined;
  boolean(field: string): boolean | undefined;
  choice<T extends string>(field: string, choices: readonly T[]): T | undefined;
  /** A list without repetitions, each of the choices. */
  choices<T extends string>(field: string, choices: readonly T[], what: string): readonly T[] | undefined;
  /** Faults for fields that nobody reads. */
  onlyFields(fields: readonly string[]): void;
}

/** A reader of one record. `rule` is null for the set itself. */
export function createFieldReader(
  record: Readonly<Record<string, unknown>>,
  rule: string | null,
  faults: RuleFault[],
): FieldReader {
  const refuse = (field: string | null, sentence: string): undefined => {
    const place = rule === null ? 'The rule set' : `Rule ${quote(rule)}`;
    faults.push({ rule, field, sentence: `${place}: ${sentence}` });
    return undefined;
  };
  const integer = (field: string, { min, max }: Range): number | undefined => {
    const value = record[field];
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    const found = value === undefined ? 'is missing' : `is ${quote(value)}`;
    const [low, high] = [min.toLocaleString('en'), max.toLocaleString('en')];
    return refuse(field, `its ${field} ${found}. It is a whole number from ${low} to ${high}.`);
  };
  const isChoice = <T extends string>(value: unknown, all: readonly T[]): value is T =>
    typeof value === 'string' && (all as readonly string[]).includes(value);
  return {
    refuse,
    integer,
    integerOrNull: (field, range) => (record[field] === null ? null : integer(field, range)),
    text(field, most) {
      const value = record[field];
      const isText = typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
      if (isText && value.trim() !== '' && value.length <= most) return value.trim();
      return refuse(field, `its ${field} is not text of 1 to ${most} characters.`);
    },
    boolean(field) {
      const value = record[field];
      return typeof value === 'boolean' ? value : refuse(field, `its ${field} is not true or false.`);
    },
    choice(field, choices) {
      const value = record[field];
      if (isChoice(value, choices)) return value;
      return refuse(field, `its ${field} is ${quote(value)}. It is one of ${choices.join(', ')}.`);
    },
    choices(field, all, what) {
      const value = record[field];
      if (!Array.isArray(value)) return refuse(field, `its ${field} is not a list.`);
      const strange = value.find((one) => !isChoice(one, all));
      if (strange !== undefined) return refuse(field, `there is no ${what} ${quote(strange)}.`);
      if (new Set(value).size === value.length) return value;
      return refuse(field, `its ${field} names the same ${what} twice.`);
    },
    onlyFields(fields) {
      for (const field of Object.keys(record)) {
        if (!fields.includes(field)) refuse(null, `it has a field ${quote(field)} that nobody reads.`);
      }
    },
  };
}
