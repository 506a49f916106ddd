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

/** Fields that are left out of the areas that a package has. */
export const PACKAGE_HIDES = ['names', 'colleagues'] as const;
export type PackageHide = (typeof PACKAGE_HIDES)[number];

export const PACKAGE_HIDE_NAMES: Readonly<Record<PackageHide, string>> = {
  names: 'Names, aliases, identifiers and notes of people and entities',
  colleagues: 'Names and email addresses of colleagues',
};
