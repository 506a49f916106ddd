import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { OUTPUT_BATCHING, type RunOptions, type TraceBatching } from '../trace-session.ts';
import { checkQuestion } from './check-question.ts';
import { OutputWalk, type WalkPayment } from './output-walk.ts';
import {
  describeEnding,
  type FlowPath,
  type PathEnding,
  type PathQuestion,
  type PathSearchResult,
} from './path-search.ts';
import type { ChosenWay, PaymentGraph } from './payment-graph.ts';
import { SearchFrame } from './search-frame.ts';

export interface OutputPathOptions {
  readonly reader: OutputLedger;
  readonly knowledge: OutputTraceKnowledge;
  readonly batching?: TraceBatching | undefined;
}

/**
 * Ways that money can have gone between two addresses, or to the nearest services, over outputs: each payment of a way
 * spends the output of the one before it. Services, pools and CoinJoins are not gone through.
 */
export async function findOutputPaths(
  { reader, knowledge, batching = OUTPUT_BATCHING }: OutputPathOptions,
  question: PathQuestion,
  options: RunOptions = {},
): Promise<PathSearchResult> {
  checkQuestion(question);
  const origin = knowledge.parseAddress(question.from);
  const to = question.to === undefined ? undefined : knowledge.formatOwner(knowledge.parseAddress(question.to));
  const asked = { ...question, from: knowledge.formatOwner(origin), to };
  checkQuestion(asked);
  const frame = new SearchFrame(asked, knowledge, options);
  const walk = new OutputWalk({ reader, knowledge, batching, frame, origin });
  const ended = await walk.run();
  const { ways, hasMore } = chooseWays(walk.graph(), asked);
  const ending = hasMore ? 'too-many' : ended;
  return { paths: ways.map((way) => toPath(walk, asked, way)), searched: summarise(frame, ending) };
}

/** The ways a question asks for, best first. */
export function chooseWays(
  graph: PaymentGraph,
  { mode, limit }: PathQuestion,
): { ways: ChosenWay[]; hasMore: boolean } {
  return mode === 'all' ? graph.all(limit) : { ways: graph.best(mode, limit), hasMore: false };
}

/** What a search looked at and why it ended. */
export function summarise(frame: SearchFrame, ending: PathEnding): PathSearchResult['searched'] {
  const { stops, question, transactions } = frame;
  return {
    places: frame.places.size,
    transactions,
    stops,
    isComplete: ending !== 'budget' && ending !== 'too-many' && !stops.unknown && !stops.hub,
    ended: describeEnding(ending, question, stops),
  };
}

function toPath(walk: OutputWalk, question: PathQuestion, way: ChosenWay): FlowPath {
  const found = way.payments.flatMap((index) => walk.payments[index] ?? []);
  const payments = question.direction === 'forward' ? found : found.toReversed();
  const coins = payments.filter((payment): payment is WalkPayment & { vout: number } => payment.vout !== undefined);
  const end = found.at(-1);
  let from = payments[0]?.address ?? question.from;
  let sharePpm = 1_000_000;
  const steps = coins.map(({ position, vout, address, amount }) => {
    const node = walk.nodes.get(position);
    const txid = node?.txid ?? '';
    const total = node?.total ?? 0n;
    if (total > 0n) sharePpm = Math.min(sharePpm, Number((amount * 1_000_000n) / total));
    const step = {
      txid,
      ref: `${txid}:${vout}`,
      from,
      to: address,
      asset: NATIVE_ASSET,
      amount,
      time: node?.time ?? 0,
    };
    from = address;
    return step;
  });
  const seconds = (steps.at(-1)?.time ?? 0) - (steps[0]?.time ?? 0);
  const { amount } = way;
  return { hops: steps.length, amount, sharePpm, seconds, steps, end: end?.address ?? '', party: end?.party ?? null };
}
