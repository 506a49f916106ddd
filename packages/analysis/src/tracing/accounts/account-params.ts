import { z } from 'zod';

/** Which of the moves that may have happened in any order an account is considered to have made first. */
export const MOVE_ORDERS = ['receipts-first', 'payments-first'] as const;
export type MoveOrder = (typeof MOVE_ORDERS)[number];

/** The order a trace takes by default. */
export const USUAL_ORDER: MoveOrder = 'receipts-first';

/** Parameters that every method has over account chains, where its result depends on them. */
export const ACCOUNT_PARAMS = z.object({
  order: z
    .enum(MOVE_ORDERS)
    .default(USUAL_ORDER)
    .describe(
      'Where no source says in what order transfers happened: what an account received comes before what it paid, or after it.',
    ),
});

/** The order a checked request asks for. */
export function orderOf(params: Readonly<Record<string, unknown>>): MoveOrder {
  return MOVE_ORDERS.find((order) => order === params.order) ?? USUAL_ORDER;
}
