import { readFileSync } from 'node:fs';
import { parseRuleSet } from '../parse-rule-set.ts';

/** The bundled default set, from its file. */
export const DEFAULT_RULE_SET = parseRuleSet(
  JSON.parse(readFileSync(new URL('../../../../../../data/threat-rules/default.json', import.meta.url), 'utf8')),
);
