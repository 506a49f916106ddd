import { formatUnits } from '@trailmark/core/amount';
import { encodeCsvRow } from '@trailmark/documents/csv';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { writeClaim } from '@trailmark/evidence/bundle/claim-text';

const COLUMNS = ['claim', 'mark', 'rule', 'statement', 'amount', 'symbol', 'time_utc'] as const;

const toMoment = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Every claim of a report as a table, amounts exact. */
export function writeClaimsCsv(claims: readonly Claim[]): Uint8Array {
  const rows = claims.map((claim) => {
    const { id, mark, rule, result } = claim;
    const { amount, decimals, symbol, time } = result;
    const isAmount = typeof amount === 'string' && /^-?\d+$/.test(amount) && typeof decimals === 'number';
    return encodeCsvRow([
      ...[id, mark, rule, writeClaim(claim)],
      isAmount ? { number: formatUnits(BigInt(amount), decimals) } : null,
      isAmount && typeof symbol === 'string' ? symbol : null,
      typeof time === 'number' ? toMoment(time) : null,
    ]);
  });
  return new TextEncoder().encode([encodeCsvRow(COLUMNS), ...rows].join(''));
}
