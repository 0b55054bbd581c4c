import type { Step } from '../write-path/script.ts';
import { statementOf } from './bulk-statements.ts';
import { insertedValues, updatedValues } from './bulk-values.ts';
import type { ScriptStatement } from './script-bytes.ts';

/** The statement of a step. It fails with DIVISION_BY_ZERO when one of the step's rows is not written. */
export function statementOfStep(step: Step): ScriptStatement {
  const { name, checkedSql: text } = statementOf(step);
  const values =
    step.kind === 'update' ? updatedValues(step.update, step.rows) : insertedValues(step.table, step.rows);
  const isChecked = step.kind === 'update' || step.newKey !== undefined;
  return { name, text, values: isChecked ? [...values, step.rows.length] : values };
}
