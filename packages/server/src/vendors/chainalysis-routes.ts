import { STATUS_CODES } from 'node:http';
import { CATEGORIES } from '@trailmark/core/category';
import { AppError } from '@trailmark/core/errors';
import type { ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { FiredRule, Screening } from '@trailmark/core/screening/screening';
import type { Ledgers } from '../ledger/ledgers.ts';
import { guessChain } from './guess-chain.ts';
import { levelOfWeight, nameOf, sumByCategory } from './vendor-figures.ts';
import { readField, type VendorRoute } from './vendor-route.ts';

const PATH = '/chainalysis/api/risk/v2/entities';
const RISK = { low: 'Low', medium: 'Medium', high: 'High', severe: 'Severe' } as const;
const MILLIONTHS = 1_000_000;

/** The only place where exact money becomes a number: clients of this format read numbers. */
const toNumber = (money: bigint): number => Number(money) / MILLIONTHS;

function toTrigger({ category, rule, reason, sharePpm, weight }: FiredRule, ruleSet: ThreatRuleSet) {
  const minSharePpm = ruleSet.rules.find(({ id }) => id === rule)?.minSharePpm ?? 0;
  return {
    category: category === null ? 'other' : nameOf(category).toLowerCase(),
    percentage: (sharePpm ?? 0) / 10_000,
    message: reason,
    ruleTriggered: {
      risk: RISK[levelOfWeight(weight, ruleSet)],
      minThreshold: minSharePpm / 10_000,
      maxThreshold: 100,
    },
  };
}

/** A screening in the fields of Chainalysis' address screening. Throws `not-found` where too little is known for a level. */
export function toEntity(screening: Screening, ruleSet: ThreatRuleSet): object {
  const { request, verdict, own, inherited } = screening;
  if (verdict.level === 'unknown') throw new AppError('not-found', `Unknown: ${verdict.sentences[0] ?? 'not read.'}`);
  const service = [...own, ...inherited].find(({ category }) => CATEGORIES[category].isService);
  return {
    address: request.subject.text,
    risk: RISK[verdict.level],
    riskReason: verdict.fired.find(({ weight }) => weight > 0)?.reason ?? null,
    addressType: 'PRIVATE_WALLET',
    cluster: service ? { name: service.label, category: nameOf(service.category).toLowerCase() } : null,
    addressIdentifications: own.map(({ label, category, source, asOf }) => ({
      name: label,
      address: request.subject.text,
      category: nameOf(category).toLowerCase(),
      description: source,
      url: /^https:\/\//.test(source) ? source : '',
      createdAt: asOf === null ? 0 : Date.parse(asOf) / 1_000,
    })),
    exposures: sumByCategory(screening).flatMap(({ category, ring, money, ways }) =>
      ways.map((way) => {
        const value = money[way];
        return {
          category: nameOf(category).toLowerCase(),
          value: value === null ? null : toNumber(value),
          exposureType: ring,
          direction: way === 'in' ? 'incoming' : 'outgoing',
        };
      }),
    ),
    triggers: verdict.fired.filter(({ weight }) => weight > 0).map((one) => toTrigger(one, ruleSet)),
    status: 'COMPLETE',
  };
}

const common = {
  signIn: { kind: 'token', read: (headers: Headers) => headers.get('token') ?? undefined },
  fail: ({ status, message, reference }: { status: number; message: string; reference: string }, path: string) => ({
    timestamp: new Date().toISOString(),
    path,
    status,
    error: STATUS_CODES[status] ?? 'Error',
    requestId: reference,
    message,
  }),
} as const;

/** Address screening: `POST` names an address and answers it, `GET` screens it. */
export function chainalysisRoutes(ledgers: Ledgers): readonly VendorRoute[] {
  return [
    {
      ...common,
      name: 'chainalysis-entity',
      method: 'GET',
      path: `${PATH}/:address`,
      answer: async ({ param, screen, rules }) => {
        const address = param('address');
        const { screening, hash } = await screen({ chain: guessChain(ledgers, address), address });
        return { body: toEntity(screening, rules.ruleSet), hashes: [hash] };
      },
    },
    {
      ...common,
      name: 'chainalysis-register',
      method: 'POST',
      path: PATH,
      answer: async ({ body }) => {
        const address = readField(body, 'address');
        guessChain(ledgers, address);
        return { body: { address }, hashes: [] };
      },
    },
  ];
}
