import { defineAlertKind } from './alert-kind.ts';

export const attributionChange = defineAlertKind({
  id: 'attribution-change',
  name: 'Label changed',
  about: 'A label or a sanction of a watched address was added, removed or changed.',
});
