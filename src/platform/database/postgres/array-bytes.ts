import type { ColumnType } from '../database.ts';
import { ByteWriter } from './byte-writer.ts';

/** One member of all rows, for an array parameter. */
export interface ColumnValues {
  readonly type: ColumnType;
  readonly rows: readonly object[];
  readonly name: string;
}

const OIDS: Readonly<Record<ColumnType, number>> = { text: 25, uuid: 2950, bigint: 20 };
const NULL_LENGTH = -1;
const INT64_BYTES = 8;
const UUID_BYTES = 16;

/**
 * PostgreSQL's binary form of an array; undefined and null become NULL. It takes less work than the text form on both sides:
 * nothing is quoted, and no number is turned into digits.
 */
export function writeArray(writer: ByteWriter, { type, rows, name }: ColumnValues): void {
  writer.int32(rows.length === 0 ? 0 : 1);
  const flagAt = writer.length;
  writer.int32(0);
  writer.int32(OIDS[type]);
  if (rows.length === 0) return;
  writer.int32(rows.length);
  writer.int32(1);
  let hasNull = false;
  for (const row of rows) {
    const value = (row as Record<string, unknown>)[name];
    if (value === undefined || value === null) {
      writer.int32(NULL_LENGTH);
      hasNull = true;
    } else writeElement(writer, type, value);
  }
  if (hasNull) writer.replace32(flagAt, 1);
}

function writeElement(writer: ByteWriter, type: ColumnType, value: unknown): void {
  if (type === 'bigint') {
    writer.int32(INT64_BYTES);
    writer.int64(value);
  } else if (type === 'uuid') writeUuid(writer, String(value));
  else writeText(writer, String(value));
}

function writeText(writer: ByteWriter, value: string): void {
  const lengthAt = writer.length;
  writer.int32(0);
  writer.text(value);
  writer.replace32(lengthAt, writer.length - lengthAt - 4);
}

function writeUuid(writer: ByteWriter, value: string): void {
  writer.int32(UUID_BYTES);
  if (writer.hex(value) !== UUID_BYTES) throw new TypeError('a value is no UUID');
}

const single = new ByteWriter();

/** The array by itself, for a statement that the driver sends. */
export function arrayBytes(values: ColumnValues): Buffer {
  single.clear();
  writeArray(single, values);
  return single.take();
}
