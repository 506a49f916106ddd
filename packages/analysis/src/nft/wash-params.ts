import { z } from 'zod';

const days = (value: number) => z.number().int().min(0).max(3_650).default(value);

/** Numbers of the rules, with the defaults of the published set. */
export const WASH_PARAMS = z.object({
  /** Longest cycle, in wallets. */
  longestRing: z.number().int().min(3).max(8).default(8),
  /** Days within which a cycle must close. */
  ringDays: days(365),
  /** Payments among the wallets of a cycle are listed from so many days before it to as many after. */
  paymentDays: days(30),
  /** Hours after a sale within which its price comes back. */
  refundHours: z.number().int().min(0).max(720).default(24),
  /** Percent of the price that comes back. */
  refundPercent: z.number().int().min(1).max(100).default(90),
  /** Days before a sale within which one party paid the other. */
  fundingDays: days(30),
  /** Percent of the price that was paid. */
  fundingPercent: z.number().int().min(1).max(100).default(10),
  /** Purchases of one token by one wallet. */
  repeatedPurchases: z.number().int().min(2).max(100).default(3),
});
export type WashParams = z.output<typeof WASH_PARAMS>;
