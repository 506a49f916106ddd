import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import type { AccountTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { DEFAULT_BATCHING, type RunOptions, type TraceBatching } from '../trace-session.ts';
import { type AccountPayment, AccountWalk } from './account-walk.ts';
import { checkQuestion } from './check-question.ts';
import { chooseWays, summarise } from './find-output-paths.ts';
import type { FlowPath, PathQuestion, PathSearchResult } from './path-search.ts';
import type { ChosenWay } from './payment-graph.ts';
import { SearchFrame } from './search-frame.ts';

export interface AccountPathOptions {
  readonly reader: AccountLedger;
  readonly knowledge: AccountTraceKnowledge;
  readonly batching?: TraceBatching | undefined;
}

/**
 * Ways that money of one asset can have gone between two accounts, or to the nearest services: each payment is after the
 * one before it. Accounts mix what they hold, so a way says that money can have gone there, never that it did.
 */
export async function findAccountPaths(
  { reader, knowledge, batching = DEFAULT_BATCHING }: AccountPathOptions,
  question: PathQuestion & { readonly asset: AssetKey },
  options: RunOptions = {},
): Promise<PathSearchResult> {
  checkQuestion(question);
  const origin = knowledge.parseAddress(question.from);
  const to = question.to === undefined ? undefined : knowledge.formatAddress(knowledge.parseAddress(question.to));
  const asked = { ...question, from: knowledge.formatAddress(origin), to };
  checkQuestion(asked);
  const frame = new SearchFrame(asked, knowledge, options);
  const walk = new AccountWalk({ reader, knowledge, batching, frame, origin, asset: question.asset });
  const ending = await walk.run();
  const { ways, hasMore } = chooseWays(walk.graph(), asked);
  const hashes = await readHashes(reader, walk, ways, frame.read);
  const paths = ways.map((way) => toPath(walk, asked, way, hashes));
  return { paths, searched: summarise(frame, hasMore ? 'too-many' : ending) };
}

function paymentsOf(walk: AccountWalk, way: ChosenWay): AccountPayment[] {
  return way.payments.flatMap((index) => walk.payments[index] ?? []);
}

async function readHashes(
  reader: AccountLedger,
  walk: AccountWalk,
  ways: readonly ChosenWay[],
  read: { signal: AbortSignal | undefined },
): Promise<Map<number, string>> {
  const moves = ways.flatMap((way) => paymentsOf(walk, way)).map(({ move }) => move.position);
  const positions = [...new Set(moves)];
  const transactions = positions.length > 0 ? await reader.transactions(positions, read) : [];
  return new Map(positions.map((position, i) => [position, transactions[i]?.hash ?? '']));
}

function toPath(
  walk: AccountWalk,
  { direction }: PathQuestion,
  way: ChosenWay,
  hashes: ReadonlyMap<number, string>,
): FlowPath {
  const found = paymentsOf(walk, way);
  const last = found.at(-1);
  const steps = (direction === 'forward' ? found : found.toReversed()).map(({ move }) => {
    const txid = hashes.get(move.position) ?? '';
    const [from, to] = [walk.addressOf(move.from), walk.addressOf(move.to)];
    const ref = `${txid}#${move.slot}`;
    return { txid, ref, from, to, asset: move.asset, amount: move.amount, time: walk.timeOf(move.position) };
  });
  const end = direction === 'forward' ? steps.at(-1)?.to : steps[0]?.from;
  const seconds = (steps.at(-1)?.time ?? 0) - (steps[0]?.time ?? 0);
  const sharePpm = Math.min(...steps.map(({ amount }, i) => shareOf(amount, steps[i - 1]?.amount)));
  return {
    hops: steps.length,
    amount: way.amount,
    sharePpm,
    seconds,
    steps,
    end: end ?? '',
    party: last?.party ?? null,
  };
}

/** What a payment is of the one before it; more than all of it is all. */
function shareOf(amount: bigint, before: bigint | undefined): number {
  return before === undefined || amount >= before ? 1_000_000 : Number((amount * 1_000_000n) / before);
}
