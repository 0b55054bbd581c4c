import { BB_WIDTH, readBb240 } from './bb-240.ts';
import { ITAU_WIDTH, readItau400 } from './itau-400.ts';
import { columnsOfLine, ReturnFault, type ReturnFile } from './return-file.ts';

const READERS = new Map([
  [ITAU_WIDTH, readItau400],
  [BB_WIDTH, readBb240],
]);

const ENDS = new Set(['', '\u001a']);

/** Reads a return file of a bank, whichever it is. Throws ReturnFault, with the line, where anything of it is broken. */
export function readReturnFile(content: Buffer): ReturnFile {
  const lines = content.toString('latin1').split(/\r?\n/);
  // Banks end a file with a line break, and some with the mark of old systems.
  while (lines.length > 0 && ENDS.has(lines.at(-1) ?? '')) lines.pop();
  const width = lines[0]?.length ?? 0;
  const read = READERS.get(width);
  if (!read) throw new ReturnFault(1, 'não tem 400 colunas (Itaú) nem 240 (Banco do Brasil)');
  const odd = lines.findIndex((line) => line.length !== width);
  if (odd >= 0) throw new ReturnFault(odd + 1, `tem ${lines[odd]?.length} colunas, e deve ter ${width}`);
  return read(lines.map((line, index) => columnsOfLine(line, index + 1)));
}
