const visit = { kind: 'address', chain: 'btc', id: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };

/** The box for everything, and the home of people who are signed in. */
export const HOME = {
  find: () => ({ query: { q: 'sample' } }),
  getHome: () => ({}),
  listVisits: () => ({}),
  keepVisit: () => ({ body: visit }),
  pinVisit: () => ({ body: { ...visit, isPinned: true } }),
  clearVisits: () => ({ body: {} }),
};
