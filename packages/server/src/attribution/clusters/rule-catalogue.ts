import { CHANGE_HEURISTICS } from '@trailmark/analysis/change/catalogue';
import { fingerprint } from '@trailmark/analysis/clusters/cluster-rules';
import { CO_SPEND } from '@trailmark/analysis/clusters/rule-sets';
import { COINJOIN_DETECTORS } from '@trailmark/analysis/coinjoin/catalogue';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';

type RuleRow = RouteOutput<Contract['listRules']>['items'][number];

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function toParameters(defaults: object): Record<string, string> {
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, toText(value)]));
}

const coSpend: RuleRow = {
  ...CO_SPEND,
  name: 'Co-spending',
  kind: 'co-spend',
  view: 'conservative',
  parameters: {},
  page: 'docs/methods/co-spend.md',
};

/** Every rule, with the parameters it has where nothing else is set. */
export const RULES: readonly RuleRow[] = [
  coSpend,
  ...CHANGE_HEURISTICS.map(({ id, version, name, confidence, effect, params }): RuleRow => {
    const view = effect === 'label' ? null : 'expanded';
    const parameters = toParameters(params.parse({}));
    return { id, version, name, kind: 'change', view, confidence, parameters, page: `docs/methods/change-${id}.md` };
  }),
  ...COINJOIN_DETECTORS.map(({ id, version, name, confidence, params }): RuleRow => {
    const parameters = toParameters(params.parse({}));
    const page = `docs/methods/coinjoin-${id}.md`;
    return { id, version, name, kind: 'coinjoin', view: null, confidence, parameters, page };
  }),
];

const NAMES = new Map(RULES.map(({ id, name }) => [id, name]));

/** Name of a rule for people; its id where this program does not know it. */
export function ruleName(id: string): string {
  return NAMES.get(id) ?? id;
}

/** Changes with every change of a rule or a default. */
export const RULES_VERSION = fingerprint(
  RULES.map(({ id, version, parameters }) => `${id}@${version} ${JSON.stringify(parameters)}`).join(' '),
);
