import type { nftRoutes } from '@trailmark/api/contract/nft';
import type { ReadOptions } from '@trailmark/core/read-options';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import { NftAnswers } from '../../nft/nft-answers.ts';
import { type CallScope, toGatedCall } from '../../tracing/gated-call.ts';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';
import { LOOK_UPS, TraceGate } from '../../tracing/trace-gate.ts';

/** Collections, tokens and wallets. Reading a collection waits for its turn, as searches do. */
export function createNftHandlers(deps: TraceDeps): Pick<Handlers, keyof typeof nftRoutes> {
  const answers = new NftAnswers(deps);
  const gate = new TraceGate(LOOK_UPS);
  const turn = <T>(scope: CallScope, work: (read: ReadOptions) => Promise<T>): Promise<T> => {
    const { owner, read, turn: options } = toGatedCall(scope);
    return gate.run(owner, () => work(read), options);
  };
  return {
    listNftCollections: ({ params }, { read }) => answers.listCollections(params.chain, read),
    getNftCollection: (input, scope) => turn(scope, (read) => answers.collection(input, read)),
    listNftSales: (input, scope) => turn(scope, (read) => answers.sales(input, read)),
    getNftFinding: (input, scope) => turn(scope, (read) => answers.finding(input, read)),
    getNftToken: (input, scope) => turn(scope, (read) => answers.token(input, read)),
    getNftWallet: (input, scope) => turn(scope, (read) => answers.wallet(input, read)),
    async exportNftSales(input, scope) {
      const leaving = new AbortController();
      // The rows are read while the client takes the file: only its leaving ends that.
      const file = await turn(scope, () => answers.file(input, { signal: leaving.signal }));
      return new FileStream({ ...file, onCancel: () => leaving.abort() });
    },
  };
}
