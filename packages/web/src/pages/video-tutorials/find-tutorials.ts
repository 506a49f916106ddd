import type { Tutorial } from '@trailmark/api/contract/video';
import type { TutorialsSearch } from './search.ts';

/** Recordings of a topic in whose title, chapters or spoken text every word occurs. */
export function findTutorials(items: readonly Tutorial[], { q = '', topic }: TutorialsSearch): readonly Tutorial[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    if (topic !== undefined && item.topic !== topic) return false;
    const texts = [
      item.title,
      item.summary,
      ...item.chapters.map(({ title }) => title),
      ...item.transcript.map(({ text }) => text),
    ];
    const all = texts.join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
