import type { RouteName } from '@trailmark/api/contract';
import { AppError } from '@trailmark/core/errors';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../api.ts';
import { type FakeAnswer, type FakeAnswers, UNANSWERED } from './fake-api.ts';
import { expectAccessible, openScreen } from './open-screen.tsx';
import type { Viewer } from './sample-session.ts';

/** A screen that shows the answer of one route. */
export interface StateCase<N extends RouteName> {
  readonly path: string;
  readonly as?: Viewer;
  /** The route whose answer the screen shows. */
  readonly route: N;
  /** What else it asks for. */
  readonly others?: FakeAnswers;
  /** An answer that contains nothing, with the words that say so. */
  readonly empty?: { readonly answer: Answer<N>; readonly says: string | RegExp };
}

const SENTENCE = 'The disk of the store is full.';
const alert = () => page.getByRole('alert').filter({ hasText: SENTENCE });

/** One table of routes and answers, for a route that is only known as a type parameter. */
function answersOf<N extends RouteName>({ route, others }: StateCase<N>, answer: FakeAnswer<N>): FakeAnswers {
  return { ...others, [route]: answer } as FakeAnswers;
}

/** Loading, failing, failing no more, and empty: the states that a journey reaches only by chance. */
export function testStates<N extends RouteName>(given: StateCase<N>): void {
  const { path, as = 'visitor', route, empty } = given;
  const open = (answer: FakeAnswer<N>) => openScreen(path, answersOf(given, answer), { as });

  describe(`${path} for ${as === 'visitor' ? 'a visitor' : `${as} accounts`}`, () => {
    test('keeps the place of what is loading', async () => {
      const api = open(UNANSWERED);
      await expect.element(page.getByText(/^Loading/).first()).toBeInTheDocument();
      await expect.poll(() => api.calls.some((call) => call.route === route)).toBe(true);
      expect(page.getByRole('alert').elements()).toEqual([]);
    });

    test('shows the sentence of a failure, and sends the request again on demand', async () => {
      let isDown = true;
      const failure = new AppError('internal', SENTENCE, { context: { reference: 'r-17' } });
      const api = open((): AppError | Promise<Answer<N>> => (isDown ? failure : UNANSWERED()));
      const countCalls = () => api.calls.filter((call) => call.route === route).length;
      await expect.element(alert()).toBeVisible();
      expect(alert().element().textContent).toContain('r-17');
      await expectAccessible();
      isDown = false;
      const before = countCalls();
      await alert().getByRole('button', { name: 'Try again' }).click();
      await expect.poll(countCalls).toBe(before + 1);
    });

    if (empty) {
      test('says that there is nothing', async () => {
        open(empty.answer);
        await expect.element(page.getByText(empty.says)).toBeVisible();
        // Another part of the screen may still wait for its own answer.
        await expect.poll(() => page.getByText(/^Loading/).elements()).toEqual([]);
        expect(page.getByRole('alert').elements()).toEqual([]);
        await expectAccessible();
      });
    }
  });
}
