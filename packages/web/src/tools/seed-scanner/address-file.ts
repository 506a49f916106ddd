import { CHAIN_IDS, type ChainId } from '@trailmark/core/chain';
import { z } from 'zod';

const MOST_ADDRESSES = 20_000;
const text = z.string().max(200);

/** What the seed page hands over or saves: addresses with where they come from, and nothing of a phrase. */
const addressFile = z.object({
  format: z.literal('trailmark-addresses/1'),
  branches: z
    .array(
      z.object({
        chain: z.enum(CHAIN_IDS),
        form: text,
        wallet: text,
        path: text,
        addresses: z.array(z.object({ path: text, address: text })).max(MOST_ADDRESSES),
      }),
    )
    .max(10_000),
});

/** Where an address of a file comes from. */
export interface AddressOrigin {
  readonly chain: ChainId;
  readonly address: string;
  readonly path: string;
  readonly wallet: string;
  readonly form: string;
}

/** Reads what the seed page wrote, each address once; a sentence where it is something else. */
export function readAddressFile(content: string): readonly AddressOrigin[] | string {
  let parsed: ReturnType<typeof addressFile.safeParse>;
  try {
    parsed = addressFile.safeParse(JSON.parse(content));
  } catch {
    return 'This is no file of addresses. Save one with the page for seed phrases.';
  }
  if (!parsed.success) return 'This is no file of addresses. Save one with the page for seed phrases.';
  const all = parsed.data.branches.flatMap(({ chain, form, wallet, addresses }) =>
    addresses.map(({ path, address }) => ({ chain, address, path, wallet, form })),
  );
  const once = [...new Map(all.map((origin) => [`${origin.chain} ${origin.address}`, origin])).values()];
  if (once.length <= MOST_ADDRESSES) return once;
  return 'At most 20,000 addresses are checked at once. Derive fewer addresses a branch, or fewer accounts.';
}
