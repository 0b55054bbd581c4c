import type { Static, TSchema } from 'typebox';
import { compileReader, FieldFault } from '../../platform/http/index.ts';
import { operationFieldRefusal } from '../interface/refusals.ts';

/** Reads queries and bodies of payment clients, names in any letter case. Refusals: parameter_missing, value_invalid. */
export function requestReader<Schema extends TSchema>(schema: Schema): (input: unknown) => Static<Schema> {
  const read = compileReader(schema, { anyCase: true });
  return (input) => {
    try {
      return read(input);
    } catch (error) {
      throw error instanceof FieldFault ? operationFieldRefusal(error, undefined) : error;
    }
  };
}
