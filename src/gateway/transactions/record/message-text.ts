/**
 * Texts that nearly every sale has, by the code that is stored in their place. Rows have these codes: a text may be added, but
 * never changed or removed, also when the service no longer writes it.
 */
const TEXTS = new Map([
  ['~1', 'Transação capturada com sucesso'],
  ['~2', 'Transação autorizada com sucesso'],
  ['~3', 'Transação cancelada com sucesso'],
  // Of the simulated acquirer and of Rede.
  ['~4', 'Transação capturada'],
  ['~5', 'Transação autorizada'],
  ['~6', 'Success.'],
]);
const CODES = new Map([...TEXTS].map(([code, text]) => [text, code]));
const MARK = '~';

/** A message as stored. One of an acquirer that looks like a code gets another mark in front. */
export function writeMessage(text: string | undefined): string | undefined {
  return text?.startsWith(MARK) ? MARK + text : text && (CODES.get(text) ?? text);
}

/** Also of a message that was stored whole. */
export function readMessage(stored: string | undefined): string | undefined {
  return stored?.startsWith(MARK + MARK) ? stored.slice(1) : stored && (TEXTS.get(stored) ?? stored);
}
