import { useQueryClient } from '@tanstack/react-query';
import { type Profile, type ProfileFields, profileRoutes } from '@trailmark/api/contract/profile';
import { useState } from 'react';
import { api } from '../../api.ts';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useValues } from '../../prices.ts';
import { usePreferences } from '../../session/use-preferences.ts';
import { setColorScheme, useColorScheme } from '../../theme/color-scheme.ts';

type Values = Readonly<Record<Exclude<keyof ProfileFields, 'language'>, string>>;

function toValues({ hasSingleKeys, ...profile }: Profile): Values {
  const { name, title, unit, phone, badge, publicKey, timeZone, currency } = profile;
  return { name, title, unit, phone, badge, publicKey, timeZone, currency, hasSingleKeys: String(hasSingleKeys) };
}

/** UTC, this computer's zone, and the one that is set. */
function listZones(current: string): readonly (readonly [string, string])[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones: (readonly [string, string])[] = [['UTC', 'UTC']];
  if (own !== 'UTC') zones.push([own, `${own} (this computer)`]);
  if (!zones.some(([zone]) => zone === current)) zones.push([current, current]);
  return zones;
}

const KEYS = [
  ['true', 'On'],
  ['false', 'Off: only keys with Ctrl act'],
] as const;
const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

function ThemeSelect() {
  return (
    <FormSelect
      label="Theme"
      name="theme"
      options={THEMES}
      value={useColorScheme()}
      onText={(next) => setColorScheme(next === 'dark' ? 'dark' : 'light')}
      help="Changes at once, for this browser session."
    />
  );
}

/** What a person states about themselves, and how pages are shown to them. */
export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const client = useQueryClient();
  const { currencies } = useValues();
  const apply = usePreferences();
  const [isSaved, setSaved] = useState(false);
  const form = useForm({
    initial: toValues(profile),
    schema: profileRoutes.updateProfile.body,
    toBody: ({ hasSingleKeys, ...texts }) => ({ ...texts, language: 'en', hasSingleKeys: hasSingleKeys === 'true' }),
    check: ({ name }) => (name.trim() === '' ? { name: 'Give a name: it is shown with what you do.' } : {}),
    send: async (body) => {
      setSaved(false);
      const saved = await api.call('updateProfile', { body });
      client.setQueryData(['profile'], saved);
      await client.invalidateQueries({ queryKey: ['me'] });
      apply(saved);
      setSaved(true);
    },
  });
  const options = [...new Set([form.values.currency, ...currencies])].sort().map((code) => [code, code] as const);
  return (
    <form
      className="tm-form up-form"
      noValidate
      onSubmit={form.onSubmit}
      aria-label="Profile"
      onChange={() => setSaved(false)}
    >
      <h2 className="tm-h">Who you are</h2>
      <FormField label="Name" autoComplete="name" {...form.field('name')} />
      <FormField label="Title or rank" required={false} {...form.field('title')} />
      <FormField label="Unit" required={false} {...form.field('unit')} />
      <FormField label="Phone" required={false} type="tel" autoComplete="tel" {...form.field('phone')} />
      <FormField label="Badge or staff number" required={false} {...form.field('badge')} />
      <FormArea
        label="Public key"
        isOptional
        isMono
        rows={5}
        help="An OpenPGP public key block, or an age recipient (age1…). Never a private key."
        {...form.field('publicKey')}
      />
      <h2 className="tm-h">How pages are shown</h2>
      <p className="help">Texts are in English; this version has no other language.</p>
      <FormSelect label="Time zone" options={listZones(profile.timeZone)} {...form.field('timeZone')} />
      <FormSelect label="Currency of values" options={options} {...form.field('currency')} />
      <FormSelect
        label="Single-letter keys"
        options={KEYS}
        help="Letters such as j, k and g h act without Ctrl. Switch them off if you speak to your computer."
        {...form.field('hasSingleKeys')}
      />
      <ThemeSelect />
      <FormFailure error={form.failure} what="The change" />
      <div className="tm-row tm-wrap">
        <button type="submit" className="tm-btn pri" disabled={form.isSending}>
          Save profile
        </button>
        <span role="status">{isSaved && 'The profile is saved.'}</span>
      </div>
    </form>
  );
}
