import type { Handlers } from '../../http/mount.ts';
import { RULES, RULES_VERSION } from './rule-catalogue.ts';

/** The catalogue of rules. */
export function createRuleHandlers(): Pick<Handlers, 'listRules'> {
  return {
    async listRules() {
      return { version: RULES_VERSION, items: [...RULES] };
    },
  };
}
