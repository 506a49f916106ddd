import type { FactItem } from './report-facts.ts';

/** `Coin flow: Loss`. A title that begins with the kind of result is its own name. */
export function nameItem({ kindName, title }: Pick<FactItem, 'kindName' | 'title'>): string {
  return title.toLowerCase().startsWith(kindName.toLowerCase()) ? title : `${kindName}: ${title}`;
}
