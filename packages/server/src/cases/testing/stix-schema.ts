import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'vectors', 'stix-2.1');

const ROOT = 'http://raw.githubusercontent.com/oasis-open/cti-stix2-json-schemas/stix2.1/schemas/';
/** Objects of the standard that the schema of a bundle does not list: each is checked against its own schema. */
const NOT_IN_BUNDLES = ['extension-definition', 'grouping', 'incident', 'location', 'note', 'opinion'];

interface Typed {
  readonly type: string;
}

/** A check against the JSON schemas of OASIS for STIX 2.1; gives what is wrong, nothing where all is right. */
export function openStixSchema(): (bundle: { readonly objects: readonly Typed[] }) => readonly string[] {
  // A pattern of the schemas has an escape that is none under the `u` flag.
  const ajv = new Ajv2020({ strict: false, allErrors: false, unicodeRegExp: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addFormat('idn-hostname', true);
  const paths = new Map<string, string>();
  for (const folder of readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const name of readdirSync(join(FOLDER, folder.name))) {
      paths.set(name.replace('.json', ''), `${folder.name}/${name.replace('.json', '')}`);
      ajv.addSchema(JSON.parse(readFileSync(join(FOLDER, folder.name, name), 'utf8')) as object);
    }
  }
  const schemaOf = (path: string) => {
    const check = ajv.getSchema(`${ROOT}${path}.json`);
    if (!check) throw new Error(`There is no schema ${path}.`);
    return check;
  };
  const failuresOf = (path: string, value: unknown): string[] => {
    const check = schemaOf(path);
    return check(value) ? [] : (check.errors ?? []).map((one) => `${path} ${one.instancePath} ${one.message ?? ''}`);
  };
  const isListed = ({ type }: Typed) => !NOT_IN_BUNDLES.includes(type);
  return (bundle) => [
    ...failuresOf('common/bundle', { ...bundle, objects: bundle.objects.filter(isListed) }),
    ...bundle.objects.flatMap((one) => failuresOf(paths.get(one.type) ?? 'common/cyber-observable-core', one)),
  ];
}
