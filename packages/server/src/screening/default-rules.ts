import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeRuleSet } from '@trailmark/analysis/screening/rules/canonical-rule-set';
import { parseRuleSet } from '@trailmark/analysis/screening/rules/parse-rule-set';
import type { ThreatRuleSet } from '@trailmark/core/screening/rule-set';

const BUNDLED = fileURLToPath(new URL('../../../../data/threat-rules/default.json', import.meta.url));

/** Rules in force, with the hash of their canonical content. */
export interface RuleSetInForce {
  readonly ruleSet: ThreatRuleSet;
  /** SHA-256, hex: the same content has the same hash. */
  readonly hash: string;
}

/** A rule set with its hash. */
export function hashRuleSet(ruleSet: ThreatRuleSet): RuleSetInForce {
  return { ruleSet, hash: createHash('sha256').update(writeRuleSet(ruleSet)).digest('hex') };
}

let bundled: RuleSetInForce | undefined;

/** The rules the software comes with. Throws `invalid` for a file that is no rule set. */
export function readDefaultRules(): RuleSetInForce {
  bundled ??= hashRuleSet(parseRuleSet(JSON.parse(readFileSync(BUNDLED, 'utf8'))));
  return bundled;
}
