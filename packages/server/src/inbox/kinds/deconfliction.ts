import { defineAlertKind } from './alert-kind.ts';

export const deconfliction = defineAlertKind({
  id: 'deconfliction',
  name: 'Deconfliction',
  about: 'Somebody else filed an interest in what an interest of yours names.',
});
