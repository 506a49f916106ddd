import './contact.css';
import type { CaseContactMessage } from '@trailmark/api/contract/case-contact';
import { Time } from '../../components/time.tsx';

export interface ContactThreadProps {
  readonly messages: readonly CaseContactMessage[];
  /** Who is called what: the asker is a person to one side, and the custodian nobody to the other. */
  readonly names: Readonly<Record<CaseContactMessage['from'], string>>;
}

const KINDS: Readonly<Record<CaseContactMessage['kind'], string>> = {
  ask: '',
  reply: '',
  reveal: 'said which case it is',
  decline: 'declined',
};

/** Messages between an asker and a custodian, the first first. */
export function ContactThread({ messages, names }: ContactThreadProps) {
  return (
    <ol className="ac-thread">
      {messages.map(({ id, at, from, kind, text }) => (
        <li key={id} data-from={from}>
          <p className="tm-t3 tm-sm">
            <b>
              <bdi>{names[from]}</bdi>
            </b>
            {KINDS[kind] && ` ${KINDS[kind]}`}, <Time seconds={at} />
          </p>
          {text && (
            <p className="ac-text">
              <bdi>{text}</bdi>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
