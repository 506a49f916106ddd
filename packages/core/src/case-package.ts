/** Parts of a case that a package for another agency has or leaves out, each as a whole. */
export const PACKAGE_AREAS = [
  'results',
  'money',
  'people',
  'labels',
  'tasks',
  'timeline',
  'notes',
  'comments',
  'authorities',
  'requests',
] as const;
export type PackageArea = (typeof PACKAGE_AREAS)[number];

export const PACKAGE_AREA_NAMES: Readonly<Record<PackageArea, string>> = {
  results: 'Pinned results, word for word',
  money: 'The loss and where it is',
  people: 'People, entities and links',
  labels: 'Labels of addresses',
  tasks: 'Tasks',
  timeline: 'Reported events',
  notes: 'Notes with their versions',
  comments: 'Comments',
  authorities: 'Legal authorities',
  requests: 'Requests to services',
};

/** Sets of fields that are often left out together. */
export const PACKAGE_HIDES = ['names', 'colleagues'] as const;
export type PackageHide = (typeof PACKAGE_HIDES)[number];

export const PACKAGE_HIDE_NAMES: Readonly<Record<PackageHide, string>> = {
  names: 'Names, aliases, identifiers and notes of people and entities',
  colleagues: 'Names and email addresses of colleagues',
};

// What is left out of a package, by its place: `case/title`; a column of every row, with a star for the row; of one row, with its index
// from 0; or a whole row, with a star for the column.
export const PACKAGE_PLACE = /^(?:case\/[a-z_]{1,40}|[a-z_]{1,40}\/(?:\*\/[a-z_]{1,40}|\d{1,6}\/(?:\*|[a-z_]{1,40})))$/;

/** The places of each set. */
export const PACKAGE_HIDE_PLACES: Readonly<Record<PackageHide, readonly string[]>> = {
  names: ['name', 'detail', 'aliases', 'identifiers', 'note'].map((column) => `case_person/*/${column}`),
  colleagues: ['people/*/name', 'people/*/email', 'case_evidence/*/acquired_by', 'case_custody/*/ledger'],
};
