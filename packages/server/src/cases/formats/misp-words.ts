import { toUuid5 } from './to-uuid5.ts';

/** Namespace of our ids in MISP: the same row of a case has the same UUID in every event. */
const NAMESPACE = 'b0c6a5b1-7d0a-4f2e-9a1c-3a0f4f4e7d52';

export function toMispUuid(place: string): string {
  return toUuid5(NAMESPACE, place);
}

/** Object templates (MISP/misp-objects), by name, UUID and version. */
export const COIN_ADDRESS = {
  ...{ name: 'coin-address', uuid: 'd0e6997e-78da-4815-a6a1-cfc1c1cb8a46', version: '7', category: 'financial' },
};
export const PERSON_OBJECT = {
  ...{ name: 'person', uuid: 'a15b0477-e9d1-4b9c-9546-abe78a4f4248', version: '21', category: 'misc' },
};
export const FILE_OBJECT = {
  ...{ name: 'file', uuid: '688c46fb-5edb-40a3-8273-1af7923e2215', version: '25', category: 'file' },
};

/** A tag of a case as a machine tag of MISP, and back; undefined for any other tag. */
export const toMispTag = (tag: string): string => `trailmark:case-tag="${tag.replaceAll('"', "'")}"`;
export function fromMispTag(name: unknown): string | undefined {
  return typeof name === 'string' ? /^trailmark:case-tag="([^"]+)"$/.exec(name)?.[1] : undefined;
}
