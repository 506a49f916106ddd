import { defineAlertKind } from './alert-kind.ts';

export const verdictChange = defineAlertKind({
  id: 'verdict-change',
  name: 'Verdict changed',
  about: 'Screening a watched address again gives another verdict than before.',
});
