import { BRANCH_ROLES, DEFAULT_GAP_LIMIT } from '@trailmark/core/statement/wallet-keys';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, asOf, chainId, coverage, height, units, unixSeconds } from '../wire.ts';

const tag = 'Wallet statement';
/** Addresses of one request to check: all that a wallet of thousands of payments has. */
const MOST_ADDRESSES = 20_000;

const moment = z.object({ height, time: unixSeconds.nullable() });

/** What the index contains of an address that it has seen. An address it has not seen has none: that is no balance of zero. */
export const addressUse = z.object({
  transactionCount: z.number().int(),
  first: moment,
  last: moment,
  /** Of the chain's coin; null: not known, for the reason in the note. */
  balance: units.nullable(),
  balanceNote: z.string().nullable(),
  tokenCount: z.number().int(),
});

/** One branch of a wallet: addresses of one form that follow each other by index. */
export const walletBranch = z.object({
  form: z.string().meta({ description: 'p2pkh, p2sh-p2wpkh, p2wpkh, p2tr, account, or descriptor.' }),
  role: z.enum(BRANCH_ROLES),
  /** Steps from the key that was entered, with `*` for the index. */
  path: z.string(),
  isRanged: z.boolean(),
  /** Indexes looked at, from 0 on. */
  looked: z.number().int(),
  highestUsed: z.number().int().nullable(),
  /** Unused indexes below the highest used one, and the longest run of them. */
  unused: z.number().int(),
  largestGap: z.number().int(),
  /** A gap close to the limit: the wallet may have addresses beyond what was looked at. */
  isNearLimit: z.boolean(),
  isCut: z.boolean(),
  found: z.array(z.object({ index: z.number().int(), path: z.string(), address: z.string(), use: addressUse })),
});

export const discoverWallet = defineRoute({
  method: 'POST',
  path: '/wallet-keys/discoveries',
  tag,
  summary: 'Addresses that a wallet has used, from its extended public key or output descriptor',
  description:
    'Each branch is walked until so many addresses in a row are unused (BIP 44). A bare xpub is searched in every form of address. Never send private keys or seed phrases: they are refused.',
  access: 'allowed',
  audit: 'look-up',
  maxBodyBytes: 2 ** 18,
  body: z.object({
    chain: chainId,
    key: z.string().min(1).max(100_000),
    gapLimit: z.number().default(DEFAULT_GAP_LIMIT),
  }),
  output: z.object({ asOf, coverage, gapLimit: z.number().int(), branches: z.array(walletBranch) }),
});

export const checkWalletAddresses = defineRoute({
  method: 'POST',
  path: '/wallet-keys/addresses',
  tag,
  summary: 'Which of many addresses of several chains the index has seen',
  description: 'For addresses that were derived elsewhere, such as from a seed phrase on a computer without a network.',
  access: 'allowed',
  audit: 'look-up',
  maxBodyBytes: 2 ** 21,
  body: z
    .object({
      chains: z.array(z.object({ chain: chainId, addresses: z.array(addressText).max(MOST_ADDRESSES) })).max(32),
    })
    .refine(({ chains }) => chains.reduce((sum, { addresses }) => sum + addresses.length, 0) <= MOST_ADDRESSES, {
      message: 'At most 20,000 addresses are checked at once',
    }),
  output: z.object({
    chains: z.array(
      z.object({
        chain: chainId,
        /** False: this server has no data of the chain, so that nothing follows from its silence. */
        isIndexed: z.boolean(),
        asOf: asOf.nullable(),
        coverage: coverage.nullable(),
        /** Addresses that were checked. */
        checked: z.number().int(),
        found: z.array(z.object({ address: z.string(), use: addressUse })),
        refused: z.array(z.object({ address: z.string(), reason: z.string() })),
      }),
    ),
  }),
});

export const walletKeyRoutes = { checkWalletAddresses, discoverWallet };
