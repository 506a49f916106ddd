import { defineAlertKind } from './alert-kind.ts';

export const scamReport = defineAlertKind({
  id: 'scam-report',
  name: 'Scam report',
  about: 'A reviewer verified a report of a scam that names the same as a case.',
});
