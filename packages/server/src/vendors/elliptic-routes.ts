import { chainName } from '@trailmark/chains/account-catalogue';
import { traitsOf } from '@trailmark/chains/chain-traits';
import { CHAIN_IDS, type ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { SignedRequest } from '../casework/gate.ts';
import type { Ledgers } from '../ledger/ledgers.ts';
import { toWalletAnalysis } from './elliptic-format.ts';
import { guessChain } from './guess-chain.ts';
import { readField, type VendorRoute } from './vendor-route.ts';

const BASE = '/elliptic';
const HOLISTIC = 'holistic';

/** Names of failures in this format, by status. */
const NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  429: 'TooManyRequestsError',
};
const UNAUTHORISED =
  "Unauthorized: sign time, method, path and body with the secret of a token, once each, within 5 minutes of this server's clock";

const toWord = (text: string): string => text.trim().toLowerCase().replaceAll(/[ -]/g, '_');

/** The chain of a subject: named with its coin, or found by the address where it is `holistic`. Throws `invalid`. */
function findChain(ledgers: Ledgers, subject: { asset: string; blockchain: string; hash: string }): ChainId {
  const [asset, blockchain] = [toWord(subject.asset), toWord(subject.blockchain)];
  if (asset === HOLISTIC && blockchain === HOLISTIC) return guessChain(ledgers, subject.hash);
  const found = CHAIN_IDS.find(
    (id) => toWord(chainName(id)) === blockchain && [HOLISTIC, toWord(traitsOf(id).symbol)].includes(asset),
  );
  if (found) return found;
  throw new AppError('invalid', 'subject.asset and subject.blockchain combination not recognised');
}

/** What a request was signed over: time, method, path in small letters with its query, and the body or `{}`. */
export function readSignature(request: Request, body: string): SignedRequest | undefined {
  const [key, sign, time] = ['x-access-key', 'x-access-sign', 'x-access-timestamp'].map((name) =>
    request.headers.get(name),
  );
  if (!key || !sign || !time || !/^\d{13}$/.test(time)) return undefined;
  const { pathname, search } = new URL(request.url);
  const path = `${pathname}${search}`.toLowerCase();
  // A client signs the path it was given, which has the base of this format in it or not.
  const texts = [path, path.slice(BASE.length)].map(
    (one) => `${time}${request.method}${one}${body === '' ? '{}' : body}`,
  );
  return { key: key.toLowerCase(), sign, at: Number(time), texts };
}

function readSubject(body: unknown): { asset: string; blockchain: string; hash: string; type: string } {
  const { subject } = (typeof body === 'object' && body !== null ? body : {}) as { subject?: unknown };
  const read = (name: string): string => readField(subject, name);
  return { asset: read('asset'), blockchain: read('blockchain'), hash: read('hash'), type: read('type') };
}

function readReference(body: unknown): string | undefined {
  const { customer_reference: reference } = body as { customer_reference?: unknown };
  if (reference === undefined || reference === null) return undefined;
  if (typeof reference === 'string' && reference.length <= 200) return reference;
  throw new AppError('invalid', 'The field "customer_reference" is no text of at most 200 characters.');
}

/** Wallet analyses, one at a time, under both of the paths that are documented. */
export function ellipticRoutes(ledgers: Ledgers): readonly VendorRoute[] {
  return ['wallet', 'wallets'].map((place) => ({
    name: 'elliptic-wallet',
    method: 'POST',
    path: `${BASE}/v2/${place}/synchronous`,
    signIn: { kind: 'signature', read: readSignature },
    fail: ({ status, message }) =>
      status === 401 ? UNAUTHORISED : { name: NAMES[status] ?? 'InternalServerError', message },
    answer: async ({ body, screen, rules: { ruleSet }, account, at }) => {
      const { type, hash, ...subject } = readSubject(body);
      if (readField(body, 'type') !== 'wallet_exposure' || type !== 'address') {
        throw new AppError('invalid', 'The type is "wallet_exposure", and subject.type "address".');
      }
      const reference = readReference(body);
      const run = await screen({ chain: findChain(ledgers, { ...subject, hash }), address: hash });
      return { body: toWalletAnalysis({ run, ruleSet, subject, reference, account, at }), hashes: [run.hash] };
    },
  }));
}
