import { type ColumnValues, writeArray } from './array-bytes.ts';
import { ByteWriter } from './byte-writer.ts';

/** One statement of a script, without an answer that anybody reads. */
export interface ScriptStatement {
  /** Of the prepared statement: the same name is the same text. */
  readonly name: string;
  readonly text: string;
  /** A number is a `bigint`. */
  readonly values: readonly (string | number | ColumnValues)[];
}

const BINARY = 1;
const writer = new ByteWriter();

/**
 * The messages of PostgreSQL's protocol that run all statements, with one Sync at their end. `prepared` are the texts of the
 * statements that the connection knows by their names; undefined: none is to be prepared.
 */
export function scriptBytes(
  statements: readonly ScriptStatement[],
  prepared: Readonly<Record<string, string>> | undefined,
): Buffer {
  writer.clear();
  for (const { name, text, values } of statements) {
    const statement = prepared ? name : '';
    if (prepared?.[statement] === undefined) {
      // It may be there: a script that failed later has prepared it, and does not tell.
      if (prepared) message('C', () => writeZeroEnded(`S${name}`));
      message('P', () => {
        writeZeroEnded(statement);
        writeZeroEnded(text);
        writer.int16(0);
      });
    }
    message('B', () => writeBind(statement, values));
    message('E', () => {
      writeZeroEnded('');
      writer.int32(0);
    });
  }
  message('S', () => undefined);
  return writer.take();
}

function message(kind: string, write: () => void): void {
  writer.text(kind);
  const lengthAt = writer.length;
  writer.int32(0);
  write();
  writer.replace32(lengthAt, writer.length - lengthAt);
}

function writeBind(statement: string, values: ScriptStatement['values']): void {
  writeZeroEnded('');
  writeZeroEnded(statement);
  writer.int16(1);
  writer.int16(BINARY);
  writer.int16(values.length);
  for (const value of values) {
    const lengthAt = writer.length;
    writer.int32(0);
    if (typeof value === 'string') writer.text(value);
    else if (typeof value === 'number') writer.int64(value);
    else writeArray(writer, value);
    writer.replace32(lengthAt, writer.length - lengthAt - 4);
  }
  // Of the columns of the answer: all as text.
  writer.int16(0);
}

function writeZeroEnded(text: string): void {
  writer.text(text);
  writer.int8(0);
}
