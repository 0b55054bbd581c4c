import type { Step } from '../script.ts';
import { statementOf } from './bulk-statements.ts';
import { columnArrays, guardedArrays } from './bulk-values.ts';
import type { ScriptStatement } from './script-query.ts';

/** The statement of a step. It fails with DIVISION_BY_ZERO when one of the step's rows is not written. */
export function statementOfStep(step: Step): ScriptStatement {
  const { name, checkedSql: text, columns } = statementOf(step);
  const values =
    step.kind === 'update' ? guardedArrays(step.rows, columns) : columnArrays(step.rows, columns);
  const isChecked = step.kind === 'update' || step.newKey !== undefined;
  return { name, text, values: isChecked ? [...values, step.rows.length] : values };
}
