import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { chainId, unixSeconds } from '../wire.ts';

const tag = 'Address threat analysis';
const labelId = z.string().regex(/^[0-9a-f]{16}$/, 'A label is named by 16 hexadecimal digits.');
const params = z.object({ appeal: z.uuid() });
const STATES = ['open', 'accepted', 'rejected', 'withdrawn'] as const;

const appeal = z.object({
  id: z.uuid(),
  label: labelId,
  chain: z.string(),
  address: z.string(),
  /** What the source stated when the appeal was made. */
  claim: z.string(),
  category: z.string(),
  source: z.string(),
  pack: z.string(),
  /** False: no version in force has the label any more. */
  isInForce: z.boolean(),
  statement: z.string(),
  evidence: z.string(),
  state: z.enum(STATES),
  openedAt: unixSeconds,
  openedBy: z.string(),
  decided: z.object({ at: unixSeconds, by: z.string(), note: z.string() }).nullable(),
  /** What the reader may do: nobody decides on their own. */
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
});
export type LabelAppeal = z.output<typeof appeal>;

export const listLabelAppeals = defineRoute({
  method: 'GET',
  path: '/label-appeals',
  tag,
  summary: 'Appeals of the agency against labels, those that wait first; of some labels, or all',
  access: 'allowed',
  audit: 'view',
  query: z.object({
    /** Ids of labels, comma-separated. */
    labels: z
      .string()
      .regex(/^[0-9a-f]{16}(,[0-9a-f]{16}){0,199}$/, 'Up to 200 ids of labels, comma-separated.')
      .optional(),
    state: z.enum(STATES).optional(),
  }),
  output: z.object({ items: z.array(appeal) }),
});

export const openLabelAppeal = defineRoute({
  method: 'POST',
  path: '/label-appeals',
  tag,
  summary: 'Appeal against a label; it and every verdict stay as they are, and say so',
  access: 'allowed',
  audit: 'act',
  body: z.object({
    chain: chainId,
    address: z.string().min(1).max(200),
    label: labelId,
    /** What is wrong, and what would be right. */
    statement: writtenText(2_000).trim().min(10),
    evidence: writtenText(1_000).trim().default(''),
  }),
  output: appeal,
});

export const decideLabelAppeal = defineRoute({
  method: 'POST',
  path: '/label-appeals/:appeal/decision',
  tag,
  summary: 'Decide on an appeal with a reason; by an administrator who did not make it',
  access: 'admin',
  audit: 'act',
  params,
  body: z.object({ isAccepted: z.boolean(), note: writtenText(1_000).trim().min(3) }),
  output: appeal,
});

export const withdrawLabelAppeal = defineRoute({
  method: 'POST',
  path: '/label-appeals/:appeal/withdrawal',
  tag,
  summary: 'Withdraw an appeal of one’s own',
  access: 'allowed',
  audit: 'act',
  params,
  body: z.object({}),
  output: appeal,
});

export const labelAppealRoutes = { decideLabelAppeal, listLabelAppeals, openLabelAppeal, withdrawLabelAppeal };
