import type { TraceChoice } from '@trailmark/core/trace/trace-request';
import { expect, test } from 'vitest';
import type { Passage } from './coin.ts';
import { toChange } from './to-step.ts';

const TXID = 'ab'.repeat(32);

/** The change of a transaction in which rules found `said`, and an examiner chose `chosen`. */
function changeOf(said: number | null, chosen: number | null | undefined, isDisputed = false) {
  const held = { txid: TXID, change: { vout: said, rules: [], isDisputed } };
  const choices = chosen === undefined ? [] : [{ txid: TXID, change: chosen, follow: undefined, reason: undefined }];
  return toChange({ held } as unknown as Passage, {
    choices: new Map(choices.map((choice): [string, TraceChoice] => [TXID, choice])),
  });
}

test.each([
  ['rules found the same', 1, 1, { vout: 1, isDisputed: false }],
  ['rules found another', 1, 0, { vout: 0, isDisputed: true }],
  ['rules found none', null, 0, { vout: 0, isDisputed: false }],
  ['rules found one, and the examiner says none', 1, null, { vout: null, isDisputed: true }],
  ['neither found any', null, null, { vout: null, isDisputed: false }],
])("an examiner's choice of the change is disputed where rules found another: %s", (_, said, chosen, expected) => {
  expect(changeOf(said, chosen)).toEqual({ ...expected, by: 'examiner', rules: [] });
});

test('without a choice the change is what rules found, and whether they disagree', () => {
  expect(changeOf(1, undefined, true)).toEqual({ vout: 1, by: 'rules', rules: [], isDisputed: true });
  expect(changeOf(null, undefined)).toEqual({ vout: null, by: 'nobody', rules: [], isDisputed: false });
});
