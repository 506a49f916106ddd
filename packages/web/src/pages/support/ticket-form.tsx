import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { supportRoutes, TICKET_CATEGORIES, TICKET_SEVERITIES, type TicketRow } from '@trailmark/api/contract/support';
import { AppError } from '@trailmark/core/errors';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { findMaxLength } from '../../components/form/schema-faults.ts';
import { listRecentErrors } from '../../recent-errors.ts';
import { useSession } from '../../session.ts';
import { TOOL_MENU } from '../../shell/tool-menu.ts';
import { readColorScheme } from '../../theme/color-scheme.ts';
import { BundleText } from './bundle-text.tsx';
import { writeDiagnostics } from './diagnostics.ts';
import { serverFactsQuery } from './queries.ts';
import { ticketUrl } from './search.ts';
import { CATEGORY_WORDS, SEVERITY_WORDS } from './support-words.ts';
import { createDraft, dropDraft, keepDraft, readDraft, type TicketDraft } from './ticket-draft.ts';

const CATEGORIES = TICKET_CATEGORIES.map((id) => [id, CATEGORY_WORDS[id]] as const);
const SEVERITIES = TICKET_SEVERITIES.map((id) => [id, SEVERITY_WORDS[id]] as const);
const TOOLS: readonly (readonly [string, string])[] = [
  ['', 'No tool in particular'],
  ...TOOL_MENU.flatMap(({ items }) => items.map(({ path, name }) => [path, name] as const)),
];

type Field = 'subject' | 'text' | 'tool' | 'diagnostics';
type Faults = Partial<Readonly<Record<Field, string>>>;

function checkDraft({ subject, text }: TicketDraft): Faults {
  return {
    ...(subject.trim() === '' && { subject: 'Give a subject: the list of tickets shows it.' }),
    ...(text.trim() === '' && { text: 'Describe what happened and what you expected.' }),
  };
}

function faultOf(error: unknown): Faults {
  const field = AppError.is(error) ? error.context.field : undefined;
  return error instanceof Error && typeof field === 'string' ? { [field]: error.message } : {};
}

/** The bundle as it would be sent now, made again on request. */
function useDiagnostics(isWanted: boolean): string | undefined {
  const { name, email, me } = useSession();
  const { data, isPending } = useQuery({ ...serverFactsQuery(), enabled: isWanted });
  const agency = me?.account?.agency.name ?? '';
  const [text, setText] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (!isWanted) return setText(undefined);
    if (isPending) return undefined;
    const browser = {
      agent: navigator.userAgent,
      language: navigator.language,
      window: `${window.innerWidth} x ${window.innerHeight}`,
      theme: readColorScheme(),
    };
    const madeAt = new Date().toISOString();
    return setText(
      writeDiagnostics({
        madeAt,
        browser,
        server: data ?? null,
        errors: listRecentErrors(),
        names: [name, email, agency],
      }),
    );
  }, [isWanted, isPending, data, name, email, agency]);
  return text;
}

interface BundleProps {
  readonly isWanted: boolean;
  readonly onWanted: (isWanted: boolean) => void;
  readonly text: string | undefined;
  readonly fault: string | undefined;
}

function Bundle({ isWanted, onWanted, text, fault }: BundleProps) {
  return (
    <fieldset>
      <legend>Diagnostics</legend>
      <label className="up-check">
        <input type="checkbox" checked={isWanted} onChange={(event) => onWanted(event.currentTarget.checked)} />
        <span>
          Send diagnostics with the ticket
          <span className="help">
            {' '}
            Versions, browser and the last errors. Addresses, transaction ids, emails and names are taken out.
          </span>
        </span>
      </label>
      {isWanted && text === undefined && <p role="status">The diagnostics are being made.</p>}
      {text !== undefined && (
        <>
          <p className="help">
            This is sent, byte for byte, and nothing else ({new TextEncoder().encode(text).length.toLocaleString('en')}{' '}
            bytes):
          </p>
          <BundleText text={text} label="Diagnostics to be sent" />
        </>
      )}
      {fault && (
        <p className="tm-bad" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

/** What was typed; every change is kept for the browser session until the ticket has arrived. */
function useDraft(tool: string | undefined) {
  const [draft, setDraft] = useState<TicketDraft>(() => {
    const kept = readDraft() ?? createDraft(tool);
    return tool === undefined ? kept : { ...kept, tool };
  });
  const patch = (change: Partial<TicketDraft>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    keepDraft(next);
  };
  return [draft, patch] as const;
}

/** A new ticket to the administrators. */
export function TicketForm({ tool }: { readonly tool: string | undefined }) {
  const router = useRouter();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [draft, patch] = useDraft(tool);
  const [isBundled, setBundled] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const diagnostics = useDiagnostics(isBundled);
  const sending = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      api.call('createTicket', {
        body: {
          ...draft,
          category: draft.category as TicketRow['category'],
          severity: draft.severity as TicketRow['severity'],
          tool: draft.tool === '' ? null : draft.tool,
          diagnostics: diagnostics ?? null,
        },
      }),
    onError: (error) => showFaults(faultOf(error)),
    onSuccess: async ({ id }) => {
      dropDraft();
      await client.invalidateQueries({ queryKey: ['tickets'] });
      await router.navigate({ href: ticketUrl(id) });
    },
  });
  const showFaults = (found: Faults) => {
    setFaults(found);
    const [first] = Object.keys(found);
    setTimeout(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = checkDraft(draft);
    if (Object.keys(found).length > 0) return showFaults(found);
    setFaults({});
    if (!sending.isPending) sending.mutate();
    return undefined;
  };
  const field = (name: 'category' | 'severity' | 'tool' | 'subject' | 'text') => ({
    name,
    value: draft[name],
    onText: (text: string) => patch({ [name]: text }),
    maxLength: findMaxLength(supportRoutes.createTicket.body, name),
    error: name === 'category' || name === 'severity' ? undefined : faults[name],
  });
  const hasOwnPlace = Object.keys(faultOf(sending.error)).length > 0;
  return (
    <form ref={form} className="tm-form up-ticketform" noValidate onSubmit={submit} aria-label="New ticket">
      <FormSelect label="What it is about" options={CATEGORIES} {...field('category')} />
      <FormSelect label="How urgent it is" options={SEVERITIES} {...field('severity')} />
      <FormSelect label="Tool" options={TOOLS} {...field('tool')} />
      <FormField label="Subject" autoComplete="off" {...field('subject')} />
      <FormArea
        label="What happened, and what you expected"
        rows={7}
        help="Administrators of your agency and of this installation read it. Leave out what they need not know of a case."
        {...field('text')}
      />
      <Bundle isWanted={isBundled} onWanted={setBundled} text={diagnostics} fault={faults.diagnostics} />
      {sending.error && !hasOwnPlace && (
        <ErrorPanel error={sending.error} what="The ticket">
          <p>What you typed is kept in this browser session. Sending it again makes one ticket, not two.</p>
        </ErrorPanel>
      )}
      <button
        type="submit"
        className="tm-btn pri up-start"
        disabled={sending.isPending || (isBundled && diagnostics === undefined)}
      >
        Send ticket
      </button>
      <p role="status">{sending.isPending && 'The ticket is being sent.'}</p>
    </form>
  );
}
