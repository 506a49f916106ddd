/** The words of a text as search compares them: runs of letters and digits in lower case. What is written and what is asked go through here. */
export function splitWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
