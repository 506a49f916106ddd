import type { OutlineEvent, OutlineLabel, OutlineNote } from './case-outline.ts';
import type { Parts } from './stix-links.ts';
import { CONTAINERS, extensionOf, type Given, listOf, type Reading, textOf, typeOf } from './stix-objects.ts';

function toSeconds(value: unknown): number | null {
  const at = Date.parse(textOf(value));
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}

function readEvent({ texts }: Reading, one: Given, index: number): OutlineEvent {
  const { starts, ends, is_estimated, source } = extensionOf(one);
  const [from, to] = [toSeconds(starts), toSeconds(ends)];
  return {
    ...{
      number: `E-${index + 1}`,
      title: texts.line(one.abstract, 200) || 'Event',
      text: texts.text(one.content, 4_000),
    },
    ...{
      starts: from,
      ends: from !== null && to !== null && to >= from ? to : null,
      isEstimated: is_estimated === true,
    },
    ...{ mark: 'claim', source: texts.line(source, 200) },
  };
}

function readLabel({ texts, points, producer }: Parts, one: Given): OutlineLabel | undefined {
  const { row_of, chain, source } = extensionOf(one);
  if (row_of !== 'label') return undefined;
  const named = listOf(one.object_refs).flatMap((ref) => points.get(textOf(ref)) ?? []);
  const point = named.find((other) => chain === undefined || other.chain === chain);
  if (!point) return undefined;
  const from = texts.line([`STIX file of ${producer}`, source].filter(Boolean).join(': '), 300);
  const text = texts.line(one.content, 160) || 'Label';
  return { chain: point.chain, address: point.address, text, mark: 'claim', source: from };
}

function readNote({ objects, texts }: Reading, one: Given, index: number): OutlineNote {
  const isOpinion = typeOf(one) === 'opinion';
  const text = texts.text(isOpinion ? [one.opinion, one.explanation].filter(Boolean).join(': ') : one.content, 199_000);
  const nameOf = (ref: string) => texts.line(objects.get(ref)?.name ?? objects.get(ref)?.value ?? ref, 160);
  const refs = listOf(one.object_refs).map(textOf);
  const about = refs.filter((ref) => !CONTAINERS.includes(ref.split('--')[0] ?? '')).slice(0, 50);
  const whole = about.length === 0 ? text : `${text}\n\nAbout: ${about.map(nameOf).join(', ')}`.slice(0, 200_000);
  const title = texts.line(one.abstract, 200) || (isOpinion ? 'Opinion' : 'Note of the file');
  return { number: `N-${index + 1}`, title, text: whole, savedAt: null };
}

/** Notes that the file has, by what our own files say they are; of others each is a note. */
export function readNotes(parts: Parts) {
  const [labels, notes, events]: [OutlineLabel[], OutlineNote[], OutlineEvent[]] = [[], [], []];
  for (const one of parts.objects.values()) {
    if (typeOf(one) !== 'note' && typeOf(one) !== 'opinion') continue;
    const label = readLabel(parts, one);
    if (label) labels.push(label);
    else if (extensionOf(one).row_of === 'event') events.push(readEvent(parts, one, events.length));
    else notes.push(readNote(parts, one, notes.length));
  }
  return { labels, notes, events };
}
