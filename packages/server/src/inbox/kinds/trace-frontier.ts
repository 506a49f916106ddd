import { defineAlertKind } from './alert-kind.ts';

export const traceFrontier = defineAlertKind({
  id: 'trace-frontier',
  name: 'Trace frontier',
  about: 'Money that a watch follows hop by hop moved on, or reached a service.',
});
