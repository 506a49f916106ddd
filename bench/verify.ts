import type { AddressTruth } from './chain/ground-truth.ts';
import type { TrailmarkServer } from './trailmark.ts';

interface WireTotals {
  readonly balance: string | null;
  readonly received: string;
  readonly sent: string;
  readonly transactionCount: number;
  readonly receiveCount: number;
  readonly spendCount: number;
  readonly firstHeight: number | null;
  readonly lastHeight: number | null;
}
interface WireBulk {
  readonly items: readonly {
    readonly input: string;
    readonly error: string | null;
    readonly totals: WireTotals | null;
  }[];
}

export const BULK_SIZE = 1000;

function expected(truth: AddressTruth): WireTotals {
  const { received, sent, transactionCount, receiveCount, spendCount, firstHeight, lastHeight } = truth;
  const amounts = { balance: String(received - sent), received: String(received), sent: String(sent) };
  return { ...amounts, transactionCount, receiveCount, spendCount, firstHeight, lastHeight };
}

function difference(truth: AddressTruth, found: WireTotals | null | undefined): string | undefined {
  if (!found) return `${truth.address}: no answer`;
  const wanted = expected(truth);
  const wrong = (Object.keys(wanted) as (keyof WireTotals)[]).filter((key) => wanted[key] !== found[key]);
  if (wrong.length === 0) return undefined;
  return `${truth.address}: ${wrong.map((key) => `${key} is ${found[key]}, should be ${wanted[key]}`).join('; ')}`;
}

/** Compares the totals of addresses with what is true of them; returns the differences in words. */
export async function verifyTotals(server: TrailmarkServer, truths: readonly AddressTruth[]): Promise<string[]> {
  const differences: string[] = [];
  for (let at = 0; at < truths.length; at += BULK_SIZE) {
    const part = truths.slice(at, at + BULK_SIZE);
    const { body } = await server.bulk(part.map(({ address }) => address));
    const { items } = JSON.parse(body) as WireBulk;
    for (const [i, truth] of part.entries()) {
      const found = difference(truth, items[i]?.totals);
      if (found) differences.push(found);
    }
  }
  return differences;
}
