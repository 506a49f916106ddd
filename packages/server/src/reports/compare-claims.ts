import type { ReportChange } from '@trailmark/api/contract/enhanced-report';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { writeClaim } from '@trailmark/evidence/bundle/claim-text';
import { listParents } from '@trailmark/evidence/bundle/decode-claims';

/** Rules of one statement, that a payment is on the ledger: which of them depends on what the bundle can prove. */
const PAYMENTS: ReadonlySet<string> = new Set(['output/1', 'row/1', 'transfer/1']);

/** What each claim is about, without its figures: by this, claims of two versions are the same claim. */
function createKeyOf(claims: readonly Claim[]): (claim: Claim) => string {
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const keyOf = ({ rule, inputs, result, text }: Claim): string => {
    const parents = listParents({ inputs }).map((id) => byId.get(id));
    if (parents.length > 0)
      return JSON.stringify([rule, parents.map((parent) => parent && keyOf(parent)), text.length]);
    const words = text.map((part) => (typeof part === 'string' ? part : '')).join('|');
    if (PAYMENTS.has(rule)) return JSON.stringify(['payment', result.ref ?? `${inputs.txid}:${inputs.vout}`, words]);
    const about =
      'entry' in inputs
        ? [result.ref ?? result.address ?? result.rule ?? result.what ?? '', result.name ?? '']
        : inputs;
    return JSON.stringify([rule, about, words]);
  };
  return keyOf;
}

/** How far the index went is as of what a version is true, and no change of what it states. */
const isCompared = ({ rule, result }: Claim): boolean => rule !== 'method/1' || result.height === undefined;

/** Claims that differ between two versions of a report, by what they are about. */
export function compareClaims(
  before: readonly Claim[],
  after: readonly Claim[],
): { readonly items: ReportChange[]; readonly same: number } {
  const [keyBefore, keyAfter] = [createKeyOf(before), createKeyOf(after)];
  const older = new Map(before.filter(isCompared).map((claim) => [keyBefore(claim), claim]));
  const items: ReportChange[] = [];
  let same = 0;
  for (const claim of after.filter(isCompared)) {
    const old = older.get(keyAfter(claim));
    older.delete(keyAfter(claim));
    const [was, is] = [old && writeClaim(old), writeClaim(claim)];
    if (was === undefined) items.push({ kind: 'added', before: null, after: is, claim: claim.id });
    else if (was.replace(/\b[FIC]-\d+\b/g, '') === is.replace(/\b[FIC]-\d+\b/g, '')) same++;
    else items.push({ kind: 'changed', before: was, after: is, claim: old?.id ?? claim.id });
  }
  for (const claim of older.values())
    items.push({ kind: 'removed', before: writeClaim(claim), after: null, claim: claim.id });
  return { items, same };
}
