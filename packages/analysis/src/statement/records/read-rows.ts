import { AppError } from '@trailmark/core/errors';
import type { RecordField, RecordMapping, RecordRow } from '@trailmark/core/statement/records';

/** A row that could not be read, with its reason. */
export interface RefusedRow {
  readonly line: number;
  readonly reason: string;
}

export interface ReadRows {
  readonly rows: readonly RecordRow[];
  readonly refused: readonly RefusedRow[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CLOCK = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(am|pm)?/i;
const ZONE = /(?:Z|UTC|GMT|([+-])(\d{2}):?(\d{2}))\s*$/i;

function invalid(text: string, what: string): never {
  throw new AppError('invalid', `“${text.slice(0, 40)}” is no ${what}.`);
}

/** Year, month and day of the ways in which services write them. */
function readDay(text: string, order: RecordMapping['dateOrder']): readonly [number, number, number] {
  const iso = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text);
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])];
  const slashed = /(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})/.exec(text);
  if (slashed) {
    const [a, b, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])];
    return order === 'day-first' ? [year, b, a] : [year, a, b];
  }
  const named = /(\d{1,2})\.?\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})|([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})/i.exec(
    text,
  );
  const month = MONTHS.indexOf((named?.[2] ?? named?.[4] ?? '').toLowerCase()) + 1;
  if (!named || month === 0) return invalid(text, 'date that can be read');
  return [Number(named[3] ?? named[6]), month, Number(named[1] ?? named[5])];
}

function readHour(clock: RegExpExecArray): number {
  const hour = Number(clock[1]);
  const half = clock[4]?.toLowerCase();
  if (half === undefined) return hour;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

/** Seconds UTC of a moment in any usual form. Throws `invalid` for a day that does not exist. */
export function readTime(
  text: string,
  { dateOrder, offsetMinutes }: Pick<RecordMapping, 'dateOrder' | 'offsetMinutes'>,
): number {
  const trimmed = text.trim();
  if (/^\d{10}$/.test(trimmed)) return Number(trimmed);
  if (/^\d{13}$/.test(trimmed)) return Math.floor(Number(trimmed) / 1_000);
  const [year, month, day] = readDay(trimmed, dateOrder);
  const clock = CLOCK.exec(trimmed);
  const [hour, minute, second] = clock ? [readHour(clock), Number(clock[2]), Number(clock[3] ?? 0)] : [0, 0, 0];
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(ms);
  const isDay = back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24 && minute < 60;
  if (!isDay)
    return invalid(text, `day in the calendar (read ${dateOrder === 'day-first' ? 'day first' : 'month first'})`);
  const zone = clock ? ZONE.exec(trimmed) : null;
  const own = zone ? (zone[1] === '-' ? -1 : 1) * (Number(zone[2] ?? 0) * 60 + Number(zone[3] ?? 0)) : offsetMinutes;
  return ms / 1_000 - own * 60;
}

/** A sign, digits with what separates them, and a ticker or a sign of money around them: nothing that could be a formula. */
const AMOUNT = /^([-(+]?)\s*[$€£₿]?\s*([\d.,'’\s_]+)\)?\s*[A-Za-z]{0,10}$/;

/** Decimal text with a point, and its sign. Throws `invalid`. */
export function readAmount(
  text: string,
  decimalComma: boolean,
): { readonly amount: string; readonly isNegative: boolean } {
  const found = AMOUNT.exec(text.trim());
  if (!found) return invalid(text, 'amount');
  const isNegative = found[1] === '-' || found[1] === '(';
  const digits = (found[2] ?? '').replace(/[\s'’_]/g, '');
  const plain = decimalComma ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
  const match = /^(\d{0,60})(?:\.(\d{0,30}))?$/.exec(plain);
  if (!match || plain === '' || plain === '.') return invalid(text, 'amount');
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '') || '0';
  return { amount: fraction === '' ? whole : `${whole}.${fraction}`, isNegative };
}

const INWARD = /deposit|receiv|incoming|credit|buy|\bin\b|einzahl/i;
const OUTWARD = /withdraw|sen[dt]|outgoing|debit|sell|\bout\b|auszahl|payout/i;

/** From the side the file speaks for: into it or out of it. */
function readDirection(text: string): 'in' | 'out' | undefined {
  if (INWARD.test(text)) return 'in';
  return OUTWARD.test(text) ? 'out' : undefined;
}

function turn(direction: 'in' | 'out' | undefined, side: RecordMapping['side']): 'in' | 'out' | undefined {
  if (direction === undefined || side === 'set') return direction;
  return direction === 'in' ? 'out' : 'in';
}

class RowReader {
  private readonly mapping: RecordMapping;

  constructor(mapping: RecordMapping) {
    this.mapping = mapping;
  }

  read(line: number, cells: readonly string[]): RecordRow {
    const time = this.cell(cells, 'time');
    const txid = this.cell(cells, 'txid');
    const { amount, direction } = this.amount(cells);
    const fee = this.cell(cells, 'fee');
    const said = this.cell(cells, 'direction');
    return {
      line,
      time: time === undefined ? undefined : readTime(time, this.mapping),
      txid: txid?.toLowerCase().replace(/^0x/, '').slice(0, 200),
      asset: (this.cell(cells, 'asset') ?? '').slice(0, 60),
      amount,
      direction: turn(direction ?? (said === undefined ? undefined : readDirection(said)), this.mapping.side),
      fee: fee === undefined ? undefined : readAmount(fee, this.mapping.decimalComma).amount,
      address: this.cell(cells, 'address')?.slice(0, 200),
      note: this.cell(cells, 'note')?.slice(0, 300),
    };
  }

  /** The first column of the field that is not empty. */
  private cell(cells: readonly string[], field: RecordField): string | undefined {
    for (const [i, own] of this.mapping.fields.entries()) {
      const text = cells[i]?.trim() ?? '';
      if (own === field && text !== '' && text !== '-') return text;
    }
    return undefined;
  }

  private amount(cells: readonly string[]): { readonly amount: string; readonly direction: 'in' | 'out' | undefined } {
    for (const [field, direction] of [
      ['amount-in', 'in'],
      ['amount-out', 'out'],
      ['amount', undefined],
    ] as const) {
      const text = this.cell(cells, field);
      if (text === undefined) continue;
      const { amount, isNegative } = readAmount(text, this.mapping.decimalComma);
      // A column of one direction may have a zero where the other one counts.
      if (amount === '0' && direction !== undefined) continue;
      return { amount, direction: direction ?? (isNegative ? 'out' : undefined) };
    }
    throw new AppError('invalid', 'The row has no amount.');
  }
}

/** Rows of a file by a mapping; what cannot be read is listed, never guessed. */
export function readRows(
  records: Iterable<{ readonly line: number; readonly cells: readonly string[] }>,
  mapping: RecordMapping,
): ReadRows {
  const reader = new RowReader(mapping);
  const rows: RecordRow[] = [];
  const refused: RefusedRow[] = [];
  for (const { line, cells } of records) {
    try {
      rows.push(reader.read(line, cells));
    } catch (error) {
      if (!AppError.is(error, 'invalid')) throw error;
      refused.push({ line, reason: error.message });
    }
  }
  return { rows, refused };
}
