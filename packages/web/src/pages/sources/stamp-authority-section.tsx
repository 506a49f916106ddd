import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type StampAuthority, stampAuthorityRoutes } from '@trailmark/api/contract/stamp-authority';
import { useState } from 'react';
import { api } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { SOURCES_KEY } from '../../parts/sources/source-queries.ts';

const STATES = [
  ['off', 'Off: nothing is sent'],
  ['on', 'On: the root of each day is sent'],
] as const;

interface FormProps {
  readonly authority: StampAuthority;
  readonly onClose: () => void;
}

function AuthorityForm({ authority, onClose }: FormProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: { isOn: authority.isOn ? 'on' : 'off', endpoint: authority.endpoint, certificates: '' },
    schema: stampAuthorityRoutes.setStampAuthority.body,
    toBody: ({ isOn, endpoint, certificates }) => ({
      ...{ isOn: isOn === 'on', endpoint },
      ...(certificates.trim() === '' ? {} : { certificates }),
    }),
    send: async (body) => {
      await api.call('setStampAuthority', { body });
      await client.invalidateQueries({ queryKey: SOURCES_KEY });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The time stamp authority" action="Save" onClose={onClose}>
      <div className="so-leaves">
        <p>
          <b>What leaves the building.</b> One hash a day and agency, and a random number. The hash tells nothing of a
          case or a file; the authority learns that this server keeps evidence, and when it asks.
        </p>
      </div>
      <FormSelect
        label="State"
        name="isOn"
        value={form.values.isOn}
        options={STATES}
        onText={(text) => form.set('isOn', text)}
      />
      <FormField
        label="Address"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        help="Over https; in the own network also over http. Redirections are not followed."
        {...form.field('endpoint')}
      />
      <FormArea
        label="Certificates that stamps must lead to"
        rows={6}
        isMono
        isOptional={authority.certificates.length > 0}
        help={`PEM, one to five: the authority’s own, or that of its root.${authority.certificates.length > 0 ? ' Left empty, those that are set stay.' : ''}`}
        name="certificates"
        value={form.values.certificates}
        error={form.field('certificates').error}
        onText={(text) => form.set('certificates', text)}
      />
    </DialogForm>
  );
}

function describeUse({ requestCount, lastAskedAt, lastFault }: StampAuthority): string {
  if (lastAskedAt === null) return 'Nothing was requested yet.';
  const asked = `Requested ${formatPlural(requestCount, 'time')}, the last time at ${formatTime(lastAskedAt).slice(0, 16)} UTC`;
  return lastFault === null ? `${asked}, with a stamp.` : `${asked}: ${lastFault}`;
}

function Facts({ authority }: { readonly authority: StampAuthority }) {
  const { isOn, endpoint, certificates } = authority;
  if (endpoint === '')
    return <p className="tm-t2">None is set. Roots are dated by the audit log of this server alone.</p>;
  return (
    <>
      <p>
        <b>{isOn ? 'On' : 'Off'}</b> <span className="so-url">{endpoint}</span>
      </p>
      <ul className="tm-t2">
        {certificates.map(({ name, fingerprint, goodUntil }) => (
          <li key={fingerprint}>
            <bdi>{name}</bdi>, good until {formatTime(goodUntil).slice(0, 10)}, SHA-256{' '}
            <span className="so-url">{fingerprint}</span>
          </li>
        ))}
      </ul>
      <p className="tm-t2">{describeUse(authority)}</p>
    </>
  );
}

/** The authority that daily roots of custody are stamped by (RFC 3161): where it is, and which certificates its stamps must lead to. */
export function StampAuthoritySection() {
  const [isChanging, setChanging] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...SOURCES_KEY, 'time-stamps'],
    queryFn: ({ signal }) => api.call('getStampAuthority', { signal }),
  });
  return (
    <section>
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h">Time stamp authority</h2>
        {data && (
          <button type="button" className="tm-btn sm" onClick={() => setChanging(true)}>
            Change the time stamp authority
          </button>
        )}
      </div>
      {error && <ErrorPanel error={error} what="The time stamp authority" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the time stamp authority">
          <RowBars rows={1} columns={['320px']} />
        </Skeleton>
      )}
      {data && <Facts authority={data} />}
      <Dialog isOpen={isChanging} onClose={() => setChanging(false)} title="Time stamp authority">
        {data && <AuthorityForm authority={data} onClose={() => setChanging(false)} />}
      </Dialog>
    </section>
  );
}
