import { handleKey, keyText } from '../cases/item-kinds/identifiers.ts';

/** Services whose names of accounts are typed as `@name`. */
export const HANDLE_SERVICES = [
  ...[
    'telegram',
    'whatsapp',
    'signal',
    'discord',
    'x',
    'instagram',
    'facebook',
    'tiktok',
    'snapchat',
    'wechat',
    'line',
  ],
] as const;

const EVM_ADDRESS = /^address:[a-z0-9-]+:(0x[0-9a-f]{40})$/i;

/**
 * Under which names an identifier is compared. One account of Ethereum and related chains is one key on all of them, and a name whose
 * service is not known is that name at each of them; names at two services stay two.
 */
function toNames(key: string): string[] {
  const evm = EVM_ADDRESS.exec(key)?.[1];
  if (evm !== undefined) return [`address:evm:${evm.toLowerCase()}`];
  if (!key.startsWith('handle:any:')) return [key];
  const name = keyText(key);
  return [key, ...HANDLE_SERVICES.map((service) => handleKey(service, name))];
}

export const toMatchKeys = (keys: readonly string[]): string[] => [...new Set(keys.flatMap(toNames))];

/** With what each is known by; of two the stronger one, which comes first. */
export function toMatchGrades<G>(grades: ReadonlyMap<string, G>): Map<string, G> {
  const found = new Map<string, G>();
  for (const [key, grade] of grades) for (const name of toNames(key)) if (!found.has(name)) found.set(name, grade);
  return found;
}
