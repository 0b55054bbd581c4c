import Type, { type TSchemaOptions } from 'typebox';
import type { FieldFault } from '../../platform/index.ts';

const RECORD_ID = 'x-record-id';

/** Id of a record, as number or text. One that no record can have is not found rather than invalid (decisions 2). */
export function RecordId(options: TSchemaOptions = {}) {
  return Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options, [RECORD_ID]: true });
}

export function isImpossibleId(fault: FieldFault): boolean {
  return fault.rule === 'range' && RECORD_ID in fault.schema;
}

/** 0, like nothing, stands for a record that does not exist yet (decisions 4). */
export function existingId(id: number | undefined): number | undefined {
  return id === 0 ? undefined : id;
}
