import Type, { type TSchemaOptions } from 'typebox';
import type { FieldFault } from '../../platform/index.ts';

/** Longest text of a record, and longest description (decisions 4). */
export const MAX_TEXT_CHARACTERS = 255;
export const MAX_DESCRIPTION_CHARACTERS = 2_000;

const RECORD_ID = 'x-record-id';

/** Id of a record, as number or text. One that no record can have is not found rather than invalid (decisions 2). */
export function RecordId(options: TSchemaOptions = {}) {
  return Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options, [RECORD_ID]: true });
}

export function isImpossibleId(fault: FieldFault): boolean {
  return fault.rule === 'range' && RECORD_ID in fault.schema;
}
