import { useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { formatCount } from '../../format/number.ts';
import type { ClusterPlace } from './cluster-place.ts';

/** Goes back to what was known at a height, for checking an older report. */
export function UntilForm({ place }: { readonly place: ClusterPlace }) {
  const router = useRouter();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('until') ?? '').replace(/[,\s]/g, '');
    void router.navigate({ href: place.linkTo({ until: text === '' ? undefined : Number(text) }), resetScroll: false });
  };
  return (
    <form className="xl-until" onSubmit={submit} key={place.search.until}>
      <label htmlFor="xl-until">As known at height</label>
      <input
        id="xl-until"
        name="until"
        className="tm-field"
        inputMode="numeric"
        pattern="[0-9,]{1,12}"
        title="A block height, such as 102000"
        placeholder="now"
        autoComplete="off"
        defaultValue={place.search.until}
      />
      <button type="submit" className="tm-btn sm">
        Show
      </button>
    </form>
  );
}

/** Says that the figures are of the past, and what is not. */
export function UntilNote({ place, height }: { readonly place: ClusterPlace; readonly height: number | null }) {
  if (height === null) return null;
  return (
    <p className="tm-note" role="status">
      Size, rules, weakest link, labels and alarms are as the links up to height {formatCount(height)} make them, with
      the rules of today. Sums run over the members of then; the lists of members and links are of now.{' '}
      <AppLink href={place.linkTo({ until: undefined })}>Back to now</AppLink>
    </p>
  );
}
