/** Version 0.2 stored these messages as codes, which its rows have for ever. New rows hold them whole. */
const OLD_CODES: ReadonlyMap<string, string> = new Map([
  ['~1', 'Transação capturada com sucesso'],
  ['~2', 'Transação autorizada com sucesso'],
  ['~3', 'Transação cancelada com sucesso'],
  ['~4', 'Transação capturada'],
  ['~5', 'Transação autorizada'],
  ['~6', 'Success.'],
]);
const MARK = '~';

/** A message as stored: whole. One of an acquirer that looks like an old code gets another mark in front. */
export function writeMessage(text: string | undefined): string | undefined {
  return text?.startsWith(MARK) ? MARK + text : text;
}

/** Of whichever version. */
export function readMessage(stored: string | undefined): string | undefined {
  return stored?.startsWith(MARK + MARK) ? stored.slice(1) : stored && (OLD_CODES.get(stored) ?? stored);
}
