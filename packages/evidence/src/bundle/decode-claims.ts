import { type Claim, MAX_CLAIMS, refuseItem, type TextPart } from './bundle-format.ts';
import { isRecord } from './strict-json.ts';

export const CLAIMS = 'claims.json';
const ID = /^[A-Z]-\d{2,6}$/;
const MEMBERS = 'id,inputs,mark,result,rule,text';
const UNITS = /^-?(?:0|[1-9]\d{0,90})$/;

function isValue(value: unknown): boolean {
  return value === null || typeof value === 'string' || Number.isSafeInteger(value);
}

function isInput(value: unknown): boolean {
  return isValue(value) || (Array.isArray(value) && value.every((part) => typeof part === 'string'));
}

/** Whether a part can be written: its member is in the result, and of its kind. */
function isPart(part: unknown, result: Readonly<Record<string, unknown>>): part is TextPart {
  if (typeof part === 'string') return true;
  if (!isRecord(part)) return false;
  const [[kind, name] = []] = Object.entries(part);
  if (Object.keys(part).length !== 1 || typeof name !== 'string' || !Object.hasOwn(result, name)) return false;
  if (kind === 'value') return true;
  if (kind === 'time') return Number.isSafeInteger(result[name]);
  const { decimals = 0 } = result;
  const hasScale = Number.isSafeInteger(decimals) && (decimals as number) >= 0 && (decimals as number) <= 77;
  return (
    (kind === 'amount' || kind === 'usd') && hasScale && typeof result[name] === 'string' && UNITS.test(result[name])
  );
}

function isClaim(value: unknown): value is Claim {
  if (!isRecord(value) || Object.keys(value).join() !== MEMBERS) return false;
  const { id, mark, text, rule, inputs, result } = value;
  if (typeof id !== 'string' || !ID.test(id) || typeof rule !== 'string' || !isRecord(inputs) || !isRecord(result))
    return false;
  const areValues = Object.values(inputs).every(isInput) && Object.values(result).every(isValue);
  const isMarked = mark === 'fact' || mark === 'inference' || mark === 'claim';
  return areValues && isMarked && Array.isArray(text) && text.every((part) => isPart(part, result));
}

/** Claims that a claim rests on. */
export function listParents({ inputs }: Pick<Claim, 'inputs'>): readonly string[] {
  const named = [inputs.claim, ...(Array.isArray(inputs.claims) ? inputs.claims : [])];
  return named.filter((id): id is string => typeof id === 'string');
}

/** A claim that rests on itself, by way of others or at once; undefined where there is none. */
function findCircle(claims: ReadonlyMap<string, Claim>): string | undefined {
  const done = new Set<string>();
  for (const start of claims.keys()) {
    const open: { readonly id: string; readonly rest: string[] }[] = [];
    const path = new Set<string>();
    const enter = (id: string): void => {
      const claim = claims.get(id);
      path.add(id);
      open.push({ id, rest: claim ? [...listParents(claim)] : [] });
    };
    if (!done.has(start)) enter(start);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const next = top.rest.pop();
      if (next === undefined) {
        path.delete(top.id);
        done.add(top.id);
        open.pop();
      } else if (path.has(next)) return next;
      else if (!done.has(next)) enter(next);
    }
  }
  return undefined;
}

/** Claims by id; entries that were left out are absent. Throws `invalid` for what is no claim, one id twice, and circles. */
export function decodeClaims(entries: readonly (unknown | undefined)[]): ReadonlyMap<string, Claim> {
  if (entries.length > MAX_CLAIMS) refuseItem(CLAIMS, `a bundle has at most ${MAX_CLAIMS} claims.`);
  const claims = new Map<string, Claim>();
  for (const [i, entry] of entries.entries()) {
    if (entry === undefined) continue;
    if (!isClaim(entry)) refuseItem(CLAIMS, `entry ${i} is no claim as the format has them.`);
    if (claims.has(entry.id)) refuseItem(CLAIMS, `two claims are called ${entry.id}.`);
    claims.set(entry.id, entry);
  }
  const circle = findCircle(claims);
  if (circle !== undefined) refuseItem(CLAIMS, `claim ${circle} rests on itself.`);
  return claims;
}
