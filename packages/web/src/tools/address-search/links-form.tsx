import { IconAlertCircle } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { parseIdentifier } from './filters.ts';

export interface LinksFormProps {
  readonly place: {
    readonly search: { readonly other?: string | undefined };
    readonly linkTo: (patch: { readonly other: string | undefined }) => string;
  };
  readonly placeholder: string;
  readonly submitLabel: string;
  readonly help: string;
  /** Why the address in the address bar was refused. */
  readonly problem: string | undefined;
}

/** The field for the second address of the Links tab. */
export function LinksForm({ place, placeholder, submitLabel, help, problem }: LinksFormProps) {
  const router = useRouter();
  const [text, setText] = useState(place.search.other ?? '');
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const shown = refusal ?? problem;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      const other = parseIdentifier(text.trim());
      setRefusal(undefined);
      void router.navigate({ href: place.linkTo({ other: other === '' ? undefined : other }), resetScroll: false });
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'This cannot be read.');
    }
  };
  return (
    <form className="as-linksform" onSubmit={submit}>
      <label htmlFor="links-other">The other address</label>
      <div className="tm-row">
        <input
          id="links-other"
          className="tm-field mono tm-grow"
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={shown !== undefined}
          aria-describedby="links-help"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" className="tm-btn pri">
          {submitLabel}
        </button>
      </div>
      {shown !== undefined && (
        <p className="as-fielderror">
          <IconAlertCircle size={14} stroke={1.5} aria-hidden="true" />
          {shown}
        </p>
      )}
      <p id="links-help" className="tm-t3 tm-sm">
        {help}
      </p>
    </form>
  );
}
