import { assertKnownRules, parseParams, type RuleParams } from '../parse-params.ts';
import { readFlows } from './account-flows.ts';
import { FINDING_RULES } from './catalogue.ts';
import { depositAddress } from './deposit-address.ts';
import type { AccountFinding, FindingsInput } from './finding.ts';
import { passThrough } from './pass-through.ts';

/**
 * What the heuristics state about an address, with whatever each rests on; none for one the index has not seen. A deposit address is
 * a pass-through too, so that is reported only where the first is not. Throws `invalid` for parameters of a rule nobody has.
 */
export async function findAccountFindings(input: FindingsInput, params: RuleParams = {}): Promise<AccountFinding[]> {
  assertKnownRules(
    params,
    FINDING_RULES.map(({ id }) => id),
  );
  input.signal?.throwIfAborted();
  const flows = await readFlows(input);
  if (!flows) return [];
  const findings: AccountFinding[] = [];
  for (const rule of FINDING_RULES) {
    const isImplied = rule.id === passThrough.id && findings.some((f) => f.rule.startsWith(`${depositAddress.id}/`));
    if (isImplied) continue;
    const finding = await rule.find(input, flows, parseParams(rule.id, rule.params, params[rule.id]));
    if (finding) findings.push(finding);
  }
  return findings;
}
