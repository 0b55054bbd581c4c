const MAX_CHARACTERS = 500;

/** Long enough for a card number, however it is written. */
const LONG_NUMBERS = /\d(?:[ .-]?\d){11,}/g;

/**
 * How the body of an answer begins, for whoever looks for what is wrong with the receiver: as text, without numbers that
 * could be a card's. Nothing where it has none.
 */
export function shownAnswer(body: Uint8Array): { readonly answer?: string } {
  const text = new TextDecoder()
    .decode(body)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/[\p{Cc}\p{Cs}]/gu, (one) => (one === '\n' ? one : ''))
    .replace(LONG_NUMBERS, '…')
    .trim();
  if (text === '') return {};
  const characters = [...text];
  if (characters.length <= MAX_CHARACTERS) return { answer: text };
  return { answer: `${characters.slice(0, MAX_CHARACTERS).join('')}…` };
}
