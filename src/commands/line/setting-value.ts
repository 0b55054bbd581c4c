import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { UsageError } from './command.ts';

const FROM_ELSEWHERE = '@';
const STANDARD_INPUT = '-';
const MAX_CHARACTERS = 16_384;
const LINE_END = /\r?\n/;

/** One line, without its end. Throws UsageError when there is none, or more. */
export type ReadLine = () => Promise<string>;

/**
 * The value of a setting: `@-` stands for a line of standard input and `@FILE` for one of a file, so that a secret need
 * not be an argument, which every user of the machine can see. Throws UsageError, which never repeats the value.
 */
export function settingValue(text: string, readStandardInput: ReadLine): Promise<string> {
  if (!text.startsWith(FROM_ELSEWHERE)) return Promise.resolve(text);
  const source = text.slice(FROM_ELSEWHERE.length);
  return source === STANDARD_INPUT ? readStandardInput() : lineOf(createReadStream(source, 'utf8'));
}

/** A whole file for `@FILE`, as text or in base64; undefined where the value is no file. Throws UsageError. */
export async function fileOf(text: string, kind: 'pem' | 'binary'): Promise<string | undefined> {
  if (!text.startsWith(FROM_ELSEWHERE) || text === `${FROM_ELSEWHERE}${STANDARD_INPUT}`) return undefined;
  const bytes = await readFile(text.slice(FROM_ELSEWHERE.length)).catch(() => undefined);
  if (!bytes || bytes.length > MAX_CHARACTERS) {
    throw new UsageError('O arquivo de um ajuste não pôde ser lido.', 'Um certificado tem até 16 kB.');
  }
  return bytes.toString(kind === 'pem' ? 'utf8' : 'base64');
}

/** Reads to the end. Throws UsageError when that fails, or when it is not a single line. */
export async function lineOf(stream: AsyncIterable<string | Buffer>): Promise<string> {
  let text = '';
  try {
    for await (const piece of stream) {
      text += piece.toString();
      if (text.length > MAX_CHARACTERS) break;
    }
  } catch {
    throw new UsageError(
      'O arquivo de um ajuste não pôde ser lido.',
      '--setting CHAVE=@ARQUIVO lê uma linha dele.',
    );
  }
  const [line = '', ...more] = text.split(LINE_END);
  const isOneLine = line !== '' && (more.length === 0 || (more.length === 1 && more[0] === ''));
  if (isOneLine && text.length <= MAX_CHARACTERS) return line;
  throw new UsageError('O valor de um ajuste lido com @ deve ser uma única linha.');
}

const MAX_FILE = 1_000_000;

/** Reads to the end. Throws UsageError when that fails, or when it is too much. */
export async function allOf(stream: AsyncIterable<string | Buffer>): Promise<string> {
  let text = '';
  try {
    for await (const piece of stream) {
      text += piece.toString();
      if (text.length > MAX_FILE) break;
    }
  } catch {
    text = '';
  }
  if (text !== '' && text.length <= MAX_FILE) return text;
  throw new UsageError('A entrada padrão não pôde ser lida, ou tem mais de 1 MB.');
}
