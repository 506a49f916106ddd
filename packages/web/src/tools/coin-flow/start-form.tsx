import { useRouter } from '@tanstack/react-router';
import type { TraceAnswer } from '@trailmark/api/contract/trace';
import type { ChainId } from '@trailmark/core/chain';
import type { SeedSide, TraceDirection, TraceRequest } from '@trailmark/core/trace/trace-request';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { FieldFrame } from '../../components/form/field-frame.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { coinFlowUrl } from '../../url.ts';
import { AssetField } from './asset-field.tsx';
import { buildRequest, listMethodsFor, type TraceMethodItem, titleOf } from './build-request.ts';
import { MethodFields, type MethodParams } from './method-fields.tsx';
import type { LinkedRules } from './read-rules.ts';
import { type CoinFlowSearch, firstPanel } from './search.ts';
import { type ReadSeeds, SeedField, useSeeds } from './seed-field.tsx';
import { SideField } from './side-field.tsx';
import { DEFAULT_STOP_DRAFT, describeStops, type ReadStops, readStops, type StopDraft } from './stop-draft.ts';
import { TraceStatus } from './trace-status.tsx';
import { useTrace } from './use-trace.ts';

export interface StartFormProps {
  readonly search: CoinFlowSearch;
  readonly methods: readonly TraceMethodItem[];
  /** What a link states besides the beginning. */
  readonly rules?: LinkedRules | undefined;
}

const DIRECTIONS: readonly { readonly id: TraceDirection; readonly name: string; readonly sentence: string }[] = [
  { id: 'forward', name: 'Forward', sentence: 'Where the money went' },
  { id: 'backward', name: 'Back', sentence: 'Where the money came from' },
];

interface DirectionProps {
  readonly value: TraceDirection;
  readonly onChange: (direction: TraceDirection) => void;
}

function DirectionRadios({ value, onChange }: DirectionProps) {
  return (
    <fieldset className="cf-radios">
      <legend>Direction</legend>
      {DIRECTIONS.map(({ id, name, sentence }) => (
        <label key={id}>
          <input type="radio" name="direction" checked={id === value} onChange={() => onChange(id)} />
          <span>
            <b>{name}</b> <span className="tm-t2">{sentence}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface EndsFieldProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** Whether every place is looked for that the money can have reached, or one method runs within the limits as they are. */
function EndsField({ value, onChange }: EndsFieldProps) {
  return (
    <label className="cf-check">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        <b>Find every end</b>{' '}
        <span className="tm-t2">
          Limits widen where they are in the way, and each end gets its range over FIFO, haircut and LIFO. The drawing
          is by the method below. Without it, one trace runs within the limits as they are.
        </span>
      </span>
    </label>
  );
}

interface AdvancedProps {
  readonly draft: StopDraft;
  readonly onDraft: (draft: StopDraft) => void;
  readonly stops: ReadStops;
  readonly chain: ChainId;
}

/** Most traces keep the rules as they are: their fields come when they are opened. */
const StopRulesFields = lazy(async () => ({ default: (await import('./stop-rules-fields.tsx')).StopRulesFields }));

function Advanced({ draft, onDraft, stops, chain }: AdvancedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wrong = Object.keys(stops.errors).length;
  return (
    <details
      className="cf-fold"
      open={wrong > 0 || undefined}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        Where trails end <span className="tm-t3 tm-sm">{describeStops(stops.stops, chain)}</span>
      </summary>
      {isOpen && (
        <Suspense>
          <StopRulesFields draft={draft} onDraft={onDraft} errors={stops.errors} chain={chain} />
        </Suspense>
      )}
    </details>
  );
}

/** Why the trace cannot start yet, next to the button. */
function describeObstacle(read: ReadSeeds, stops: ReadStops): string | undefined {
  if (read.isReading) return 'Looking at what was pasted.';
  if (read.seeds.length === 0) return 'Paste what the trace begins with.';
  if (Object.keys(stops.errors).length > 0) return 'One of the rules above cannot be read.';
  return undefined;
}

function useStartChoices({ search, methods, rules }: StartFormProps) {
  const [text, setText] = useState(search.start ?? '');
  const [wantedChain, setChain] = useState<ChainId | undefined>(search.chain);
  const [direction, setDirection] = useState<TraceDirection>(search.direction ?? 'forward');
  const [wantedMethod, setMethod] = useState(rules?.method ?? 'fifo/1');
  const [params, setParams] = useState<MethodParams>({});
  const [incident, setIncident] = useState('');
  const [asset, setAsset] = useState(rules?.asset ?? '');
  const [side, setSide] = useState<SeedSide | undefined>(rules?.side);
  const [draft, setDraft] = useState(rules?.draft ?? DEFAULT_STOP_DRAFT);
  // A link that states its limits is about one trace within them.
  const [findsEnds, setFindsEnds] = useState(rules === undefined);
  const read = useSeeds(text, wantedChain);
  const chain = read.chain ?? 'btc';
  const fitting = listMethodsFor(methods, read.chain);
  const method = fitting.find(({ id }) => id === wantedMethod) ?? fitting[0];
  const stops = readStops(draft, traitsOf(chain).decimals);
  return {
    ...{ text, setText, setChain, direction, setDirection, method, setMethod, params, setParams },
    ...{ incident, setIncident, asset, setAsset, side, setSide, draft, setDraft, read, chain, stops },
    ...{ findsEnds, setFindsEnds },
  };
}

/** Starts a trace and opens the canvas with what it brought. */
export function StartForm(props: StartFormProps) {
  const form = useStartChoices(props);
  const { read, stops, method, chain, direction, params, incident, asset, side } = form;
  const router = useRouter();
  const trace = useTrace();
  const obstacle = describeObstacle(read, stops);
  const isRunning = trace.state.kind === 'running' || trace.state.kind === 'finishing';
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle !== undefined || !method || isRunning) return;
    const choices = { chain, seeds: read.seeds, side, direction, method, params, incident, asset };
    const request: TraceRequest = buildRequest({ ...choices, stops: stops.stops, budget: stops.budget });
    const open = async (answer: TraceAnswer) => {
      const { createFlowOfTrace } = await import('./trace-run.ts');
      const id = await createFlowOfTrace(titleOf(request), answer);
      await router.navigate({ href: coinFlowUrl(id, { panel: firstPanel(answer.ends !== undefined) }) });
    };
    void trace.run(request, open, { findsEnds: direction === 'forward' && form.findsEnds });
  };
  if (!method) return <p className="tm-t2">This server offers no tracing method for this chain.</p>;
  return (
    <form className="cf-start" onSubmit={start}>
      <SeedField text={form.text} onText={form.setText} read={read} onChain={form.setChain} />
      {read.seeds.length > 1 && (
        <FieldFrame
          id="cf-incident"
          label="Name of the incident"
          isOptional
          help="Several beginnings are one loss, such as one theft from many wallets."
        >
          <input
            id="cf-incident"
            className="tm-field"
            maxLength={120}
            value={incident}
            aria-describedby="cf-incident-help"
            onChange={(event) => form.setIncident(event.currentTarget.value)}
          />
        </FieldFrame>
      )}
      {read.chain !== undefined && traitsOf(chain).hasTokens && (
        <AssetField key={chain} asset={asset} onAsset={form.setAsset} symbol={traitsOf(chain).symbol} />
      )}
      <DirectionRadios value={direction} onChange={form.setDirection} />
      <SideField read={read} direction={direction} value={side} onChange={form.setSide} />
      {direction === 'forward' && <EndsField value={form.findsEnds} onChange={form.setFindsEnds} />}
      <MethodFields
        methods={props.methods}
        chain={read.chain}
        method={method}
        onMethod={form.setMethod}
        params={params}
        onParams={form.setParams}
      />
      <Advanced draft={form.draft} onDraft={form.setDraft} stops={stops} chain={chain} />
      <TraceStatus {...trace} kept="Nothing was saved; the form is as you left it." />
      {!isRunning && (
        <div className="tm-row tm-wrap">
          <button type="submit" className="tm-btn pri" disabled={obstacle !== undefined}>
            Start trace
          </button>
          {obstacle !== undefined && form.text !== '' && <span className="tm-t3 tm-sm">{obstacle}</span>}
        </div>
      )}
    </form>
  );
}
