import type { ChainId } from '@trailmark/core/chain';
import type { SeedSide, StopRules, TraceDirection, TraceRequest, TraceSeed } from '@trailmark/core/trace/trace-request';
import { traitsOf } from '../../format/chain-traits.ts';
import { shorten } from '../../format/identifier.ts';
import type { FlowAnswer } from './queries.ts';
import { describeSeed } from './read-seeds.ts';

export type TraceMethodItem = FlowAnswer<'listTraceMethods'>['items'][number];

/** Methods that know how the chain keeps its books. */
export function listMethodsFor(
  methods: readonly TraceMethodItem[],
  chain: ChainId | undefined,
): readonly TraceMethodItem[] {
  if (chain === undefined) return methods;
  const { family } = traitsOf(chain);
  return methods.filter(({ families }) => families.includes(family));
}

/** Parameters of a method that mean something on the chain; while none is chosen, those that mean something on every one. */
export function listParamsFor(
  { params }: TraceMethodItem,
  chain: ChainId | undefined,
): readonly TraceMethodItem['params'][number][] {
  const family = chain && traitsOf(chain).family;
  return params.filter(({ families }) => families === undefined || (family !== undefined && families.includes(family)));
}

/** What a request says for each of them, the default where nothing was chosen. */
export function fillParams(
  method: TraceMethodItem,
  chain: ChainId,
  chosen: TraceRequest['params'],
): TraceRequest['params'] {
  return Object.fromEntries(
    listParamsFor(method, chain).map((param) => [param.name, chosen[param.name] ?? param.default]),
  );
}

export interface StartChoices {
  readonly chain: ChainId;
  readonly seeds: readonly TraceSeed[];
  /** Of addresses on account chains; undefined: as the direction has it. */
  readonly side?: SeedSide | undefined;
  readonly direction: TraceDirection;
  readonly method: TraceMethodItem;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly incident: string;
  readonly asset: string;
  readonly stops: StopRules;
  readonly budget: number;
}

/** Contract addresses as the ledger keys them; anything else goes as it was typed, for the server to judge. */
function readAsset(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const contract = /^(?:[a-z-]+:)?0x([0-9a-fA-F]{40})$/.exec(typed)?.[1];
  return contract === undefined ? typed : contract.toLowerCase();
}

function withSide(seed: TraceSeed, side: SeedSide | undefined): TraceSeed {
  return seed.kind === 'address' && side !== undefined ? { ...seed, side } : seed;
}

export function buildRequest(choices: StartChoices): TraceRequest {
  const { chain, seeds, side, direction, method, params, incident, asset, stops, budget } = choices;
  const { hasOutputs, hasTokens } = traitsOf(chain);
  return {
    chain,
    asset: hasTokens ? readAsset(asset) : undefined,
    direction,
    seeds: hasOutputs ? seeds : seeds.map((seed) => withSide(seed, side)),
    incident: incident.trim() === '' ? undefined : incident.trim(),
    method: method.id,
    params: fillParams(method, chain, params),
    stops,
    choices: [],
    budget,
  };
}

/** Name of a flow until its examiner gives it one. */
export function titleOf(request: Pick<TraceRequest, 'incident' | 'seeds' | 'direction'>): string {
  const [first] = request.seeds;
  const more = request.seeds.length - 1;
  const subject =
    request.incident ?? (first ? `${shorten(describeSeed(first).id)}${more > 0 ? ` and ${more} more` : ''}` : 'Trace');
  return `${subject}, ${request.direction}`.slice(0, 120);
}
