import { IconBell } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { WatchKinds, WatchView } from '@trailmark/api/contract/watch';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { WATCH_FOLDS } from '@trailmark/core/watch';
import { type ReactNode, useState } from 'react';
import { api } from '../../api.ts';
import { caseAuthoritiesQuery, caseMembersQuery } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { formatPlural } from '../../format/number.ts';
import { channelsQuery, monitoringUrl, WATCHES_KEY } from '../../monitoring.ts';
import { ConditionFields } from './condition-fields.tsx';
import { NoisePreview } from './noise-preview.tsx';
import { FOLD_WORDS, toPreview, toSubjects, type WatchDraft, withKind } from './watch-draft.ts';
import { describeReading } from './watch-words.tsx';

const READ_AT = [0, 1, 2, 3, 6, 12, 100];

interface FormProps {
  readonly kinds: WatchKinds;
  readonly caseId: string;
  readonly watch?: WatchView | undefined;
  readonly initial: WatchDraft;
  readonly title: string;
}

interface PartProps extends Pick<FormProps, 'kinds' | 'caseId' | 'watch'> {
  readonly draft: WatchDraft;
  readonly set: (change: Partial<WatchDraft>) => void;
  readonly faultOf: (field: string) => string | undefined;
}

function SubjectFields({ kinds, watch, draft, set, faultOf }: PartProps) {
  const kind = kinds.subjects.find(({ id }) => id === draft.kind);
  if (watch) {
    return (
      <p className="am-fixed">
        <span className="tm-t2 tm-sm">Watches</span>
        <bdi className="tm-mono">{draft.subject}</bdi>
        <span className="tm-t3 tm-sm">
          {kind?.name}, {kinds.chains.find(({ id }) => id === draft.chain)?.name ?? draft.chain},{' '}
          {formatPlural(watch.targets, 'target')}. Copy the watch to watch something else.
        </span>
      </p>
    );
  }
  return (
    <>
      <div className="am-pair">
        <FormSelect
          label="What"
          name="kind"
          value={draft.kind}
          options={kinds.subjects.map(({ id, name }) => [id, name])}
          onText={(text) => set(withKind(kinds, draft, text))}
        />
        <FormSelect
          label="Chain"
          name="chain"
          value={draft.chain}
          options={kinds.chains.map(({ id, name }) => [id, name])}
          onText={(text) => set({ chain: text as ChainId })}
        />
      </div>
      {kind?.isOfCase ? (
        <p className="tm-t2 tm-sm">{kind.about}</p>
      ) : (
        <EnteredSubject kind={kind} draft={draft} set={set} faultOf={faultOf} />
      )}
    </>
  );
}

/** What is entered, or pasted with a line for each watch. */
function EnteredSubject({
  kind,
  draft,
  set,
  faultOf,
}: Pick<PartProps, 'draft' | 'set' | 'faultOf'> & { readonly kind: WatchKinds['subjects'][number] | undefined }) {
  return (
    <>
      <FormArea
        label="Watch"
        name="subject"
        rows={draft.isBulk ? 6 : 2}
        isMono
        value={draft.subject}
        maxLength={draft.isBulk ? 200_000 : 60_000}
        error={faultOf('subject') ?? faultOf('address')}
        help={draft.isBulk ? 'One watch for each line; “name; address” names it.' : kind?.about}
        onText={(text) => set({ subject: text })}
      />
      <label className="am-check">
        <input
          type="checkbox"
          checked={draft.isBulk}
          onChange={(event) => set({ isBulk: event.currentTarget.checked })}
        />{' '}
        Each line is a watch of its own
      </label>
    </>
  );
}

function Folds({ draft, set }: PartProps) {
  return (
    <fieldset className="am-folds">
      <legend>Fold, do not alert</legend>
      {WATCH_FOLDS.map((fold) => (
        <label key={fold}>
          <input
            type="checkbox"
            checked={draft.folds.includes(fold)}
            onChange={(event) =>
              set({
                folds: event.currentTarget.checked
                  ? [...draft.folds, fold]
                  : draft.folds.filter((each) => each !== fold),
              })
            }
          />{' '}
          {FOLD_WORDS[fold]}
        </label>
      ))}
    </fieldset>
  );
}

function Recipients({ caseId, draft, set, faultOf }: PartProps) {
  const { data, error } = useQuery(caseMembersQuery(caseId));
  return (
    <fieldset className="am-folds">
      <legend>Email, without any case data</legend>
      {error && <ErrorPanel error={error} what="The members of the case" />}
      {data?.items.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={draft.recipients.includes(id)}
            onChange={(event) =>
              set({
                recipients: event.currentTarget.checked
                  ? [...draft.recipients, id]
                  : draft.recipients.filter((each) => each !== id),
              })
            }
          />{' '}
          <bdi>{name}</bdi>
        </label>
      ))}
      {faultOf('recipients') && <p className="am-over">{faultOf('recipients')}</p>}
    </fieldset>
  );
}

/** Where alerts go as well as to the inbox. */
function Channels({ draft, set }: PartProps) {
  const { data, error } = useQuery(channelsQuery());
  return (
    <fieldset className="am-folds">
      <legend>Send to, as well as the inbox</legend>
      {error && <ErrorPanel error={error} what="The channels" />}
      {data?.items.length === 0 && <span className="tm-t2 tm-sm">No channel of your agency yet.</span>}
      {data?.items.map(({ id, name, kindName }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={draft.channels.includes(id)}
            onChange={(event) =>
              set({
                channels: event.currentTarget.checked
                  ? [...draft.channels, id]
                  : draft.channels.filter((each) => each !== id),
              })
            }
          />{' '}
          <bdi>{name}</bdi> <span className="tm-t3">{kindName}</span>
        </label>
      ))}
    </fieldset>
  );
}

function QuietFields({ draft: { quiet }, set, faultOf }: PartProps) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <fieldset className="am-folds">
      <legend>Quiet hours</legend>
      <label>
        <input
          type="checkbox"
          checked={quiet !== null}
          onChange={(event) =>
            set({ quiet: event.currentTarget.checked ? { from: '22:00', to: '06:00', zone } : null })
          }
        />{' '}
        Send nothing in some hours; the inbox shows it at once
      </label>
      {quiet && (
        <span className="am-fields">
          <input
            aria-label="From"
            type="time"
            className="tm-field am-short"
            value={quiet.from}
            onChange={(event) => set({ quiet: { ...quiet, from: event.currentTarget.value } })}
          />
          <input
            aria-label="To"
            type="time"
            className="tm-field am-short"
            value={quiet.to}
            onChange={(event) => set({ quiet: { ...quiet, to: event.currentTarget.value } })}
          />
          <input
            aria-label="Time zone"
            className="tm-field am-short"
            value={quiet.zone}
            onChange={(event) => set({ quiet: { ...quiet, zone: event.currentTarget.value } })}
          />
        </span>
      )}
      {faultOf('quiet') && <p className="am-over">{faultOf('quiet')}</p>}
    </fieldset>
  );
}

/** Which authority the watch will rest on: the server decides, and refuses a watch that needs one and has none. */
function AuthorityLine({ caseId, watch }: Pick<PartProps, 'caseId' | 'watch'>) {
  const { data, error } = useQuery(caseAuthoritiesQuery(caseId));
  if (error) return <ErrorPanel error={error} what="The authorities of the case" />;
  const valid = data?.items.filter(({ acts, state }) => acts.includes('monitoring') && state === 'valid') ?? [];
  const needs = data?.needs.acts.includes('monitoring') ?? false;
  const last = valid.at(-1);
  let words: ReactNode = 'The case demands none for monitoring, and has none.';
  if (watch?.authority)
    words = <bdi>{`${watch.authority.name}${watch.authority.to === null ? '' : `, to ${watch.authority.to}`}`}</bdi>;
  else if (last) words = <bdi>{`${last.type} ${last.number}${last.to === null ? '' : `, to ${last.to}`}`}</bdi>;
  else if (needs) words = 'The case demands one for monitoring, and has none that is valid.';
  return (
    <div className="am-fixed">
      <span className="tm-t2 tm-sm">Legal authority</span>
      <span>{words}</span>
      <span className="tm-t3 tm-sm">Reading stops when it ends, and the audit log records it.</span>
    </div>
  );
}

function toFault(error: unknown) {
  if (!AppError.is(error, 'invalid')) return { field: undefined, message: undefined };
  const { field } = error.context;
  return { field: typeof field === 'string' ? field : undefined, message: error.message };
}

function useSave({ caseId, watch }: Pick<FormProps, 'caseId' | 'watch'>) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: async (draft: WatchDraft) => {
      const { kind, chain, name, conditions, confirmations, folds, quiet, channels, recipients, expiresOn } = draft;
      const settings = {
        ...{
          name: name.trim() === '' ? 'Watch' : name,
          confirmations,
          quiet,
          expiresOn: expiresOn === '' ? null : expiresOn,
        },
        conditions: conditions.map(({ rule, setting }) => ({ rule, setting: { ...setting } })),
        folds: [...folds],
        channels: [...channels],
        recipients: [...recipients],
      };
      if (watch)
        await api.call('updateWatch', { params: { watch: watch.id }, body: { ...settings, version: watch.version } });
      else
        await api.call('createWatches', {
          params: { case: caseId },
          body: { ...settings, kind, chain, subjects: toSubjects(draft) },
        });
      await client.invalidateQueries({ queryKey: WATCHES_KEY });
      await router.navigate({ href: monitoringUrl() });
    },
  });
}

/** The form of a watch on the left, its noise on the right. */
export function WatchForm({ kinds, caseId, watch, initial, title }: FormProps) {
  const [draft, setDraft] = useState(initial);
  const { mutate, isPending, error } = useSave({ caseId, watch });
  const set = (change: Partial<WatchDraft>) => setDraft((before) => ({ ...before, ...change }));
  const fault = toFault(error);
  const faultOf = (field: string) => (fault.field === field ? fault.message : undefined);
  const chain = kinds.chains.find(({ id }) => id === draft.chain);
  const part = { kinds, caseId, watch, draft, set, faultOf };
  const setAmount = (from: string) => {
    const rest = draft.conditions.filter(({ rule }) => rule !== 'amount');
    set({ conditions: from === '' ? rest : [...rest, { rule: 'amount', setting: { from, to: '' } }] });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mutate(draft);
      }}
    >
      <div className="tm-row tm-between tm-wrap am-head">
        <h1 className="tm-title">
          <bdi>{title}</bdi>
        </h1>
        <div className="tm-row">
          <AppLink className="tm-btn quiet" href={monitoringUrl()}>
            Cancel
          </AppLink>
          <button type="submit" className="tm-btn pri" disabled={isPending}>
            <IconBell size={16} stroke={1.5} aria-hidden="true" /> {watch ? 'Save watch' : 'Start watch'}
          </button>
        </div>
      </div>
      {error && fault.field === undefined && <ErrorPanel error={error} what="The watch" />}
      <div className="am-editor">
        <div className="am-form">
          <SubjectFields {...part} />
          <FormField
            label="Name"
            name="name"
            autoComplete="off"
            maxLength={120}
            value={draft.name}
            error={faultOf('name')}
            onText={(text) => set({ name: text })}
          />
          <ConditionFields
            rules={kinds.rules}
            assets={chain?.assets ?? []}
            conditions={draft.conditions}
            onChange={(conditions) => set({ conditions })}
          />
          {faultOf('conditions') && (
            <p className="am-over" role="alert">
              {faultOf('conditions')}
            </p>
          )}
          <div className="am-pair">
            <FormSelect
              label="Read at"
              name="confirmations"
              value={String(draft.confirmations)}
              options={[...new Set([...READ_AT, draft.confirmations])]
                .toSorted((a, b) => a - b)
                .map((count) => [String(count), describeReading({ confirmations: count })])}
              onText={(text) => set({ confirmations: Number(text) })}
            />
            <FormField
              label="Last day of this watch"
              name="expiresOn"
              type="date"
              required={false}
              value={draft.expiresOn}
              error={faultOf('expiresOn')}
              onText={(text) => set({ expiresOn: text })}
            />
          </div>
          <AuthorityLine caseId={caseId} watch={watch} />
          <Folds {...part} />
          <Channels {...part} />
          <Recipients {...part} />
          <QuietFields {...part} />
        </div>
        <NoisePreview caseId={caseId} toInput={(weeks) => toPreview(draft, weeks)} onAmount={setAmount} />
      </div>
    </form>
  );
}
