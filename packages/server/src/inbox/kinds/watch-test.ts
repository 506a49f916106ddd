import { defineAlertKind } from './alert-kind.ts';

export const watchTest = defineAlertKind({
  id: 'watch-test',
  name: 'Test of a watch',
  about: 'Somebody tried the way that alerts of a watch go. Nothing happened on a chain.',
});
