/** An amount as people write it: what it can mean. Two readings are a question for the person, never a guess. */
export interface AmountReading {
  /** Plain decimals, `1200.5`; the likelier one first. */
  readonly readings: readonly string[];
}

const SPACES = /[\s\u00a0\u2009\u202f'’_]/g;

function trim(digits: string, decimals: string): string {
  const whole = digits.replace(/^0+(?=\d)/, '');
  const rest = decimals.replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

/** Every group but the first has three digits, and the first is no zero. */
function isGrouped(parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  return first.length >= 1 && first.length <= 3 && !first.startsWith('0') && rest.every((part) => part.length === 3);
}

/** Lakhs and crores: groups of two before the last one of three. */
function isIndian(parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  return first.length <= 2 && !first.startsWith('0') && last?.length === 3 && rest.every((part) => part.length === 2);
}

function readOneMark(text: string, mark: ',' | '.'): readonly string[] {
  const parts = text.split(mark);
  const [whole = '', decimals = ''] = parts;
  if (parts.length > 2) return isGrouped(parts) || isIndian(parts) ? [trim(parts.join(''), '')] : [];
  if (whole === '' || decimals === '') return decimals === '' ? [trim(whole, '')] : [trim('0', decimals)];
  const asDecimal = trim(whole, decimals);
  // Three digits behind one mark are a thousand in one country and a fraction in another.
  if (decimals.length === 3 && isGrouped(parts)) {
    const asThousand = trim(whole + decimals, '');
    return mark === ',' ? [asThousand, asDecimal] : [asDecimal, asThousand];
  }
  return [asDecimal];
}

/** Reads `1,200.00`, `1.200,00`, `1 200,00`, `1'200.00` and `12,00,000`. No reading: no amount. */
export function readAmount(text: string): AmountReading {
  const bare = text.trim().replace(SPACES, '');
  if (!/^\d[\d.,]*\d$|^\d$|^[.,]\d+$/.test(bare)) return { readings: [] };
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')];
  if (comma < 0 && point < 0) return { readings: [trim(bare, '')] };
  if (comma < 0) return { readings: readOneMark(bare, '.') };
  if (point < 0) return { readings: readOneMark(bare, ',') };
  const mark = comma > point ? ',' : '.';
  const [whole = '', decimals = '', ...more] = bare.split(mark);
  const groups = whole.split(mark === ',' ? '.' : ',');
  const isSound = more.length === 0 && (isGrouped(groups) || isIndian(groups));
  return { readings: isSound ? [trim(groups.join(''), decimals)] : [] };
}
