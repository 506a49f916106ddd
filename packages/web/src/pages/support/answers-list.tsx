import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { SUPPORT_ANSWERS, type SupportAnswer } from './answers.ts';

function matches({ question, paragraphs }: SupportAnswer, words: readonly string[]): boolean {
  const text = [question, ...paragraphs].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Questions that were answered before. */
export function AnswersList() {
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = SUPPORT_ANSWERS.filter((answer) => matches(answer, words));
  return (
    <>
      <input
        type="search"
        className="tm-field up-start"
        value={text}
        placeholder="Find in the answers"
        aria-label="Find in the answers"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className="tm-sr" role="status">
        {found.length} answers
      </p>
      {found.length === 0 && <Empty>No answer has these words. A ticket asks the administrators.</Empty>}
      {found.length > 0 && (
        <div className="up-answers">
          {found.map(({ id, question, paragraphs, link }) => (
            <details key={id} id={id}>
              <summary>{question}</summary>
              <div>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
                {link && (
                  <p>
                    <AppLink href={link.href}>{link.label}</AppLink>
                  </p>
                )}
              </div>
            </details>
          ))}
        </div>
      )}
    </>
  );
}
