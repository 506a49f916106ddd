/** Short words come again on every row of a long file: what is made of them is made once. */
const LONGEST_WORD = 10;
const MOST_WORDS = 4_000;

/** The same function; what it gives for a short text is remembered. */
export function rememberShort(make: (text: string) => string): (text: string) => string {
  const words = new Map<string, string>();
  return (text) => {
    if (text.length > LONGEST_WORD) return make(text);
    const known = words.get(text);
    if (known !== undefined) return known;
    if (words.size >= MOST_WORDS) words.clear();
    const made = make(text);
    words.set(text, made);
    return made;
  };
}
