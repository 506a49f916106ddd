import { inflateRawSync } from 'node:zlib';

/** What a reporter states about a victim: in several scripts, each word in nothing else. */
export const VICTIM = {
  victim: {
    name: 'Nemo Quillfeather نيمو_الريشاوي Перышкин-Совин 羽毛田二郎',
    email: 'quillfeather@private.example',
    phone: '+44 20 7946 095 817 or 7946095817',
    country: 'Zanzibarland',
  },
  story: {
    contact: 'My aunt Zanzibarina wrote to me. Тётя_Занзибарина написала.',
    communications: 'Ουρανία_Φτερού είπε',
    exchanges: 'देवदत्त_पंख ने कहा',
    timeline: 'ฉันชื่อ_ขนนก',
  },
  evidence: [
    {
      name: 'passport-of-quillfeather.jpg',
      size: 10,
      stated: 'image/jpeg',
      found: 'image/png',
      sha256: 'ab'.repeat(32),
    },
  ],
} as const;

const WORDS = [
  ...[
    'Quillfeather',
    'quillfeather',
    'نيمو_الريشاوي',
    'Перышкин',
    '羽毛田',
    'private.example',
    '7946 095 817',
    '7946095817',
  ],
  ...['Zanzibar', 'Занзибарина', 'Ουρανία_Φτερού', 'देवदत्त_पंख', 'ขนนก', 'passport-of'],
];

const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** Base64 of the bytes wherever they are among others: characters that no neighbour has a part in. */
function encodeWithin(bytes: Buffer): string[] {
  return [0, 2, 3].map((first, before) => {
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(first, whole);
  });
}

const ENCODED = WORDS.flatMap((word) => {
  const bytes = Buffer.from(word);
  return [bytes.toString('hex'), ...encodeWithin(bytes)].map((text) => [text, word] as const);
});

function decodePercent(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

const decodeJson = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const LOCAL_HEADER = Buffer.from('PK\u0003\u0004');

/** Parts of a ZIP archive, unpacked where they are packed. */
function unpack(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = bytes.indexOf(LOCAL_HEADER); at >= 0; at = bytes.indexOf(LOCAL_HEADER, at + 4)) {
    const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (bytes.readUInt16LE(at + 8) === 8) parts.push(inflateRawSync(bytes.subarray(from)));
  }
  return parts;
}

/** Words of the victim that are in the bytes of an answer or a file: in any letter case, escaped, packed, in hexadecimal or base64. */
export function findVictim(given: Uint8Array | string): string[] {
  const bytes = Buffer.from(given);
  const texts = [bytes, ...unpack(bytes)].map((part) => part.toString('utf8'));
  const folded = texts.flatMap((text) => [fold(text), fold(decodePercent(decodeJson(text)))]);
  const plain = WORDS.filter((word) => folded.some((text) => text.includes(fold(word))));
  const encoded = ENCODED.filter(([code]) => texts.some((text) => text.includes(code))).map(([, word]) => word);
  return [...new Set([...plain, ...encoded])];
}
