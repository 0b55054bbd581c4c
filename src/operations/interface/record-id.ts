import Type, { type TSchemaOptions } from 'typebox';
import type { FieldFault } from '../../platform/http/index.ts';

const RECORD_ID = 'x-record-id';
const WHOLE_NUMBER = /^[+-]?\d+$/;

/**
 * The id of a record, as number or text. An id that no record can have is not found rather than invalid
 * (docs/contract/decided.md 2).
 */
export function RecordId(options: TSchemaOptions = {}) {
  return Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options, [RECORD_ID]: true });
}

/**
 * `value` is what was sent. The reader does not accept a text with more digits than a number can hold, but it is still
 * an id.
 */
export function isImpossibleId(fault: FieldFault, value: unknown): boolean {
  if (!(RECORD_ID in fault.schema)) return false;
  return fault.rule === 'range' || (typeof value === 'string' && WHOLE_NUMBER.test(value.trim()));
}

/** 0 and absent both mean a record that does not exist yet (docs/contract/decided.md 4). */
export function existingId(id: number | undefined): number | undefined {
  return id === 0 ? undefined : id;
}
