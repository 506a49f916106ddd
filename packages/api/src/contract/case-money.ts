import { PLACE_STATES } from '@trailmark/core/case';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { units } from '../wire.ts';
import { CASES_TAG, caseParams, day, knowledgeMark, version } from './case.ts';

const tag = CASES_TAG;
const id = z.uuid();
const placeState = z.enum(PLACE_STATES);

const moneyRow = z.object({
  id,
  kind: z.enum(['loss', 'place']),
  state: placeState.nullable(),
  asset: z.string(),
  symbol: z.string(),
  decimals: z.number().int(),
  amount: units,
  day,
  /** Millionths of a dollar on that day; null without a price. */
  usd: units.nullable(),
  mark: knowledgeMark,
  place: z.string(),
  controller: z.string(),
  next: z.string(),
  nextOn: day.nullable(),
  source: z.string(),
  version,
});

const assetSums = z.object({
  asset: z.string(),
  symbol: z.string(),
  decimals: z.number().int(),
  loss: units,
  lossUsd: units.nullable(),
  traced: units,
  frozen: units,
  seized: units,
  returned: units,
  /** Everything that is entered as a place, gap and fees included. */
  placed: units,
  /** Loss less what is placed: nothing where the table is complete. */
  difference: units,
});
export type CaseAssetSums = z.output<typeof assetSums>;

const moneyAnswer = z.object({ items: z.array(moneyRow), sums: z.array(assetSums), prices: z.string() });
export type CaseMoney = z.output<typeof moneyAnswer>;

export const listCaseMoney = defineRoute({
  method: 'GET',
  path: '/cases/:case/money',
  tag,
  summary: 'The loss, and where each part of it is now, with sums per asset and what is not accounted for',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: moneyAnswer,
});

export const setCaseMoney = defineRoute({
  method: 'POST',
  path: '/cases/:case/money',
  tag,
  summary: 'Enter a loss or a place, or change one of the version named',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({
    /** The row to change, with its version; left out for a new one. */
    row: z.object({ id, version }).optional(),
    kind: z.enum(['loss', 'place']),
    state: placeState.nullable().default(null),
    /** `btc`, `eth`, `eth:0x…`. */
    asset: z.string().min(1).max(120),
    amount: units,
    day,
    mark: knowledgeMark,
    place: z.string().trim().max(300).default(''),
    controller: z.string().trim().max(200).default(''),
    next: z.string().trim().max(300).default(''),
    nextOn: day.nullable().default(null),
    source: z.string().trim().max(80).default(''),
  }),
  output: moneyAnswer,
});

export const removeCaseMoney = defineRoute({
  method: 'POST',
  path: '/cases/:case/money/:row/removal',
  tag,
  summary: 'Take a row out of the table',
  access: 'allowed',
  audit: 'act',
  params: caseParams.extend({ row: id }),
  body: z.object({ version }),
  output: moneyAnswer,
});

export const caseMoneyRoutes = { listCaseMoney, removeCaseMoney, setCaseMoney };
