import { getChain } from '@trailmark/chains/catalogue';
import { decodeTransaction, type TransactionInput } from '@trailmark/chains/utxo/transaction';
import { AppError } from '@trailmark/core/errors';
import { DEFAULT_STOPS, type TraceRequest } from '@trailmark/core/trace/trace-request';
import { decodeRequest, followTrace } from './follow-trace.ts';
import { readSeed } from './frontier.ts';
import type { AskedSubject, WatchSubject } from './watch-subject.ts';

/** One output is a trace of one hop that stops at nobody: what spends it. */
function toRequest({ chain, text }: AskedSubject): TraceRequest {
  const seed = readSeed(text.trim());
  if (seed.kind !== 'output') {
    throw new AppError('invalid', 'Enter one output: its transaction, a colon and its number.', {
      context: { field: 'subject' },
    });
  }
  const { services, mixers, coinJoins, contracts, sanctioned } = DEFAULT_STOPS;
  const stops = {
    services: !services,
    mixers: !mixers,
    coinJoins: !coinJoins,
    contracts: !contracts,
    sanctioned: !sanctioned,
  };
  return decodeRequest({ chain, seeds: [seed], stops: { ...stops, maxHops: 1 } });
}

export const outputSubject: WatchSubject = {
  id: 'output',
  name: 'One output',
  about:
    'A single unspent output, txid:number. It alerts when that output is spent, and not when its address gets or spends others.',
  grows: false,
  read: async (deps, asked, read) => {
    const request = toRequest(asked);
    const [seed] = request.seeds;
    const { targets } = await followTrace(deps, request, read);
    return { targets, text: seed?.kind === 'output' ? `${seed.txid}:${seed.vout}` : asked.text };
  },
  follow: (deps, asked, read) => followTrace(deps, toRequest(asked), read),
  isSpentBy: ({ chain, text }, raw) => {
    const { mweb, cashTokens } = getChain(chain);
    const seed = readSeed(text.trim());
    const isIt = ({ prevTxid, prevVout }: TransactionInput) =>
      seed.kind === 'output' && prevTxid === seed.txid && prevVout === seed.vout;
    return decodeTransaction(raw, { mweb, cashTokens }).inputs.some(isIt);
  },
};
