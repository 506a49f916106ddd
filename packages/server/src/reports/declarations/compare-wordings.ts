import type { WordingRun } from '@trailmark/api/contract/report-declarations';
import type { ReportWording } from '@trailmark/core/report/report-document';

const BREAK = '\n';

/** Words with the space after them; a paragraph ends with a word of its own. */
function toWords({ title, paragraphs }: ReportWording): readonly string[] {
  return [title, ...paragraphs].flatMap((text) => [...(text.match(/\s*\S+/g) ?? []), BREAK]).slice(0, -1);
}

/** How many words two texts have in common from each place on, in order. */
function countCommon(before: readonly string[], after: readonly string[]): readonly Uint16Array[] {
  const counts = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const [row, next] = [counts[i], counts[i + 1]] as [Uint16Array, Uint16Array];
      row[j] = before[i] === after[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  return counts;
}

/** What the second wording changes in the first, word by word: a list of runs for the title and for each paragraph. */
export function compareWordings(first: ReportWording, second: ReportWording): WordingRun[][] {
  const [before, after] = [toWords(first), toWords(second)];
  const common = countCommon(before, after);
  const lines: WordingRun[][] = [[]];
  const put = (kind: WordingRun['kind'], word: string) => {
    if (word === BREAK) {
      if (lines.at(-1)?.length !== 0) lines.push([]);
      return;
    }
    const line = lines.at(-1) ?? [];
    const last = line.at(-1);
    if (last?.kind === kind) last.text += word;
    else line.push({ kind, text: word });
  };
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, word] = [before[i], after[j]];
    if (old !== undefined && old === word) {
      put('same', old);
      i++;
      j++;
    } else if (old !== undefined && (word === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      put('gone', old);
      i++;
    } else if (word !== undefined) {
      put('new', word);
      j++;
    }
  }
  return lines.filter((line) => line.length > 0);
}
