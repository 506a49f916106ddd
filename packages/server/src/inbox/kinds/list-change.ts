import { defineAlertKind } from './alert-kind.ts';

export const listChange = defineAlertKind({
  id: 'list-change',
  name: 'List change',
  about: 'A sanctions list or another list added, removed or changed an entry that touches a case.',
});
