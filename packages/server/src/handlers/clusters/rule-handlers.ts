import { RULES, RULES_VERSION } from '../../attribution/clusters/rule-catalogue.ts';
import type { Handlers } from '../../http/mount.ts';

/** The catalogue of rules. */
export function createRuleHandlers(): Pick<Handlers, 'listRules'> {
  return {
    async listRules() {
      return { version: RULES_VERSION, items: [...RULES] };
    },
  };
}
