/** What the contact form holds, in the order of its fields. */
export interface ContactFields {
  readonly name: string;
  readonly agency: string;
  readonly email: string;
  readonly phone: string;
  readonly message: string;
}
export type ContactField = keyof ContactFields;

export const EMPTY_CONTACT: ContactFields = { name: '', agency: '', email: '', phone: '', message: '' };

/** Something, an @, something with a dot: the server decides nothing by it either. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const RULES: Readonly<Record<ContactField, readonly [isGood: (text: string) => boolean, message: string]>> = {
  name: [(text) => text.trim() !== '', 'Name is required'],
  agency: [(text) => text.trim() !== '', 'Agency is required'],
  email: [(text) => EMAIL.test(text.trim()), 'Valid email is required'],
  phone: [(text) => text.trim() !== '', 'Phone is required'],
  message: [(text) => text.trim() !== '', 'Message is required'],
};

/** The message under a field; undefined where its rule holds. The texts are fixed by the specification. */
export function checkContactField(field: ContactField, value: string): string | undefined {
  const [isGood, message] = RULES[field];
  return isGood(value) ? undefined : message;
}
