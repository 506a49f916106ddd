import { useQueryClient } from '@tanstack/react-query';
import { type SourceStatus, sourceRoutes } from '@trailmark/api/contract/source';
import { api } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { SOURCES_KEY } from '../../parts/sources/source-queries.ts';

type Values = Readonly<Record<'isOn' | 'use' | 'endpoint' | 'key' | 'removesKey' | 'pin', string>>;

const STATES = [
  ['off', 'Off: no requests'],
  ['on', 'On: people may ask it'],
] as const;
const USES = [
  ['all', 'For everybody with dashboard access'],
  ['cases', 'Only for cases that allow it'],
] as const;
const KEYS = [
  ['no', 'Keep the key'],
  ['yes', 'Remove the key'],
] as const;

function toBody(source: SourceStatus, { isOn, use, endpoint, key, removesKey, pin }: Values) {
  const keyChange = key.trim() === '' ? (removesKey === 'yes' ? { key: '' } : {}) : { key };
  return {
    isOn: isOn === 'on',
    onlyForCases: use === 'cases',
    ...(endpoint.trim() === source.endpoint ? {} : { endpoint }),
    ...keyChange,
    ...(pin.trim() === (source.pin ?? '') ? {} : { pin }),
  };
}

const initialOf = (source: SourceStatus): Values => ({
  isOn: source.isOn ? 'on' : 'off',
  use: source.onlyForCases ? 'cases' : 'all',
  endpoint: source.endpoint,
  key: '',
  removesKey: 'no',
  pin: source.pin ?? '',
});

/** What leaves the building once the source is on. */
function Leaves({ source }: { readonly source: SourceStatus }) {
  return (
    <div className="so-leaves">
      <p>
        <b>What leaves the building.</b> {source.reveals}
      </p>
      <p className="tm-t2">{source.covers}</p>
      <p className="tm-t2">
        Only what somebody asks for is sent, and every request is written to the log before it leaves. Where a case must
        not be known outside, do not ask.
      </p>
    </div>
  );
}

function SourceForm({ source, onClose }: { readonly source: SourceStatus; readonly onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    initial: initialOf(source),
    schema: sourceRoutes.changeSource.body,
    toBody: (values) => toBody(source, values),
    send: async (body) => {
      await api.call('changeSource', { params: { id: source.id }, body });
      await client.invalidateQueries({ queryKey: SOURCES_KEY });
      onClose();
    },
  });
  const usual =
    source.usualEndpoint === '' ? 'There is no usual place: name your own.' : `Usual: ${source.usualEndpoint}.`;
  return (
    <DialogForm form={form} what="The source" action={`Save ${source.name}`} onClose={onClose}>
      <Leaves source={source} />
      <FormSelect
        label="State"
        name="isOn"
        value={form.values.isOn}
        options={STATES}
        onText={(text) => form.set('isOn', text)}
      />
      <FormSelect
        label="Use"
        name="use"
        value={form.values.use}
        options={USES}
        onText={(text) => form.set('use', text)}
      />
      <FormField
        label="Endpoint"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        help={`${usual}${source.kind === 'electrum' ? ' It is written tls://host:port; without TLS no request is made.' : ''} One of your own may lie in the own network, as exactly the host and port given here.`}
        {...form.field('endpoint')}
      />
      <FormField
        label="Key"
        required={source.needsKey && !source.hasKey}
        type="password"
        autoComplete="off"
        help={
          source.hasKey
            ? 'A key is set. It is kept encrypted and never shown; a new one takes its place. Another endpoint needs its key again.'
            : 'Kept encrypted, and never shown again.'
        }
        {...form.field('key')}
      />
      {source.hasKey && (
        <FormSelect
          label="Stored key"
          name="removesKey"
          value={form.values.removesKey}
          options={KEYS}
          onText={(text) => form.set('removesKey', text)}
        />
      )}
      <FormField
        label="Pin"
        required={false}
        autoComplete="off"
        spellCheck={false}
        help="For an endpoint of your own whose certificate no authority vouches for: SHA-256 of its public key (SPKI), 64 hexadecimal digits."
        {...form.field('pin')}
      />
    </DialogForm>
  );
}

export interface SourceDialogProps {
  /** Undefined: closed. */
  readonly source: SourceStatus | undefined;
  readonly onClose: () => void;
}

/** Enables or disables a source, with what that reveals, and sets where and with which key it is queried. */
export function SourceDialog({ source, onClose }: SourceDialogProps) {
  return (
    <Dialog isOpen={source !== undefined} onClose={onClose} title={source?.name}>
      {source && <SourceForm key={source.id} source={source} onClose={onClose} />}
    </Dialog>
  );
}
