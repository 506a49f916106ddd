import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { ChainId } from '@trailmark/core/chain';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { formatTime } from '../../../format/time.ts';
import { JOBS_KEY } from '../../../jobs.ts';
import { toOptions } from '../screening-request.ts';
import type { ThreatSearch } from '../search.ts';
import { BATCHES_KEY } from './batch-queries.ts';
import { batchUrl } from './batch-search.ts';

const MOST = 10_000;
const MOST_REFUSED = 1_000;

export interface BatchSubject {
  readonly chain: ChainId;
  readonly kind: 'address' | 'transaction';
  readonly text: string;
  readonly isIndexed: boolean;
}

/**
 * Chains that are screened unless somebody chooses otherwise: those where a text was used. A text that was used on none of its
 * chains counts for all of them, because choosing one would be a guess.
 */
export function chooseChains(subjects: readonly BatchSubject[]): ReadonlySet<ChainId> {
  const used = new Set(subjects.filter(({ isIndexed }) => isIndexed).map(({ text }) => text));
  return new Set(subjects.filter(({ text, isIndexed }) => isIndexed || !used.has(text)).map(({ chain }) => chain));
}

function countByChain(subjects: readonly BatchSubject[]): readonly (readonly [ChainId, number])[] {
  const counts = new Map<ChainId, number>();
  for (const { chain } of subjects) counts.set(chain, (counts.get(chain) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

interface ChainsProps {
  readonly subjects: readonly BatchSubject[];
  readonly chosen: ReadonlySet<ChainId>;
  readonly onChange: (chosen: ReadonlySet<ChainId>) => void;
}

function Chains({ subjects, chosen, onChange }: ChainsProps) {
  const counts = countByChain(subjects);
  if (counts.length < 2) return null;
  const toggle = (chain: ChainId) =>
    onChange(new Set(chosen.has(chain) ? [...chosen].filter((one) => one !== chain) : [...chosen, chain]));
  return (
    <fieldset className="tb-chains">
      <legend>Chains</legend>
      {counts.map(([chain, count]) => (
        <label key={chain} className="tm-chip">
          <input type="checkbox" checked={chosen.has(chain)} onChange={() => toggle(chain)} />
          {chainName(chain)} <b>{formatCount(count)}</b>
        </label>
      ))}
    </fieldset>
  );
}

export interface BatchStartProps {
  readonly subjects: readonly BatchSubject[];
  readonly refused: readonly { readonly text: string; readonly reason: string }[];
  readonly search: ThreatSearch;
}

/** Screens everything that was found, as a batch with a name. */
export function BatchStart({ subjects, refused, search }: BatchStartProps) {
  const client = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState(() => `Batch of ${formatTime(Math.floor(Date.now() / 1000))}`);
  const [chains, setChains] = useState(() => chooseChains(subjects));
  const chosen = subjects.filter(({ chain }) => chains.has(chain));
  const start = useMutation({
    mutationFn: () =>
      api.call('createScreeningBatch', {
        body: {
          name: name.trim(),
          subjects: chosen.map(({ chain, kind, text }) => ({ chain, kind, text })),
          refused: refused
            .slice(0, MOST_REFUSED)
            .map(({ text, reason }) => ({ text: text.slice(0, 300), reason: reason.slice(0, 500) })),
          options: toOptions(search),
        },
      }),
    onSuccess: async ({ batch }) => {
      await client.invalidateQueries({ queryKey: BATCHES_KEY });
      await client.invalidateQueries({ queryKey: JOBS_KEY });
      await router.navigate({ href: batchUrl(batch.id) });
    },
  });
  const problem =
    chosen.length > MOST
      ? `At most ${formatCount(MOST)} subjects in one batch; these are ${formatCount(chosen.length)}. Leave out a chain, or split the text.`
      : name.trim() === ''
        ? 'Write a name for the batch.'
        : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === undefined && chosen.length > 0 && !start.isPending) start.mutate();
  };
  return (
    <form className="tb-start" onSubmit={submit} noValidate>
      <FormField label="Name of the batch" name="name" maxLength={120} value={name} onText={setName} />
      <Chains subjects={subjects} chosen={chains} onChange={setChains} />
      <button
        type="submit"
        className="tm-btn pri"
        disabled={problem !== undefined || chosen.length === 0 || start.isPending}
      >
        {start.isPending ? 'Starting…' : `Screen ${formatPlural(chosen.length, 'subject')}`}
      </button>
      {problem !== undefined && (
        <p className="tm-bad tm-sm" role="alert">
          {problem}
        </p>
      )}
      {start.error && <ErrorPanel error={start.error} what="The batch" />}
    </form>
  );
}
