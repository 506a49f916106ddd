import {
  IconAt,
  IconBuilding,
  IconDeviceLaptop,
  IconId,
  IconPhone,
  IconUser,
  IconUserQuestion,
  IconUserShield,
  IconWorld,
} from '@tabler/icons-react';
import type { CaseLink, CasePerson } from '@trailmark/api/contract/case-people';
import type { ConfidenceWord, LinkBasis, PersonKind } from '@trailmark/core/case-people';

export const KIND_WORDS: Readonly<Record<PersonKind, string>> = {
  suspect: 'Suspect',
  victim: 'Victim',
  witness: 'Witness',
  company: 'Company',
  'exchange-account': 'Exchange account',
  device: 'Device',
  domain: 'Domain',
  phone: 'Phone number',
  handle: 'Handle',
};

const KIND_ICONS = {
  suspect: IconUserQuestion,
  victim: IconUser,
  witness: IconUserShield,
  company: IconBuilding,
  'exchange-account': IconId,
  device: IconDeviceLaptop,
  domain: IconWorld,
  phone: IconPhone,
  handle: IconAt,
} as const;

/** What it is at a glance; its word is next to it or in its name. */
export function KindIcon({ kind }: { readonly kind: PersonKind }) {
  const Icon = KIND_ICONS[kind];
  return <Icon size={16} stroke={1.5} aria-hidden="true" />;
}

export const BASIS_WORDS: Readonly<Record<LinkBasis, string>> = {
  'seized-device': 'Seized device',
  'exchange-records': 'Records of an exchange',
  statement: 'Statement',
  inference: 'Inference',
};

export const MARK_WORDS = { fact: 'Fact', inference: 'Inference', claim: 'Claim' } as const;

export const CONFIDENCE_LABELS: Readonly<Record<ConfidenceWord, string>> = {
  certain: 'certain',
  likely: 'likely',
  possible: 'possible',
  unclear: 'unclear',
};

/** Of a rule its number out of 100, of a person a word. */
export function formatConfidence(confidence: CaseLink['confidence']): string {
  return confidence.of === 'rule' ? `${confidence.score} of 100` : CONFIDENCE_LABELS[confidence.word];
}

/** `P-1 Suspect A`. */
export function nameOf({ number, name }: Pick<CasePerson, 'number' | 'name'>): string {
  return `${number} ${name}`;
}
