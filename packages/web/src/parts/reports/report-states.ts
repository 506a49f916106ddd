/** What a report is, by the state of its last version. */
export const STATE_WORDS: Readonly<Record<'draft' | 'review' | 'signed' | 'returned', string>> = {
  draft: 'Draft',
  review: 'Waits for review',
  signed: 'Signed',
  returned: 'Returned',
};
