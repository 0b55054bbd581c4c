import {
  type BinaryOperationNode,
  type OperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type RawBuilder,
  SqliteQueryCompiler,
  sql,
  ValueListNode,
} from 'kysely';

/** What is always true of an empty list, in SQL: `in ()` itself is refused by PostgreSQL. */
const IN_EMPTY_LIST: ReadonlyMap<unknown, string> = new Map([
  ['in', '1 = 0'],
  ['not in', '1 = 1'],
]);

function ofEmptyList({ operator, rightOperand }: BinaryOperationNode): string | undefined {
  if (!isEmptyList(rightOperand) || !OperatorNode.is(operator)) return undefined;
  return IN_EMPTY_LIST.get(operator.operator);
}

function isEmptyList(node: OperationNode): boolean {
  return (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0;
}

/** Nothing is in an empty list, and everything is outside it. Every statement for SQLite is written by this class. */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const known = ofEmptyList(node);
    if (known === undefined) super.visitBinaryOperation(node);
    else this.append(known);
  }
}

/** The same for PostgreSQL. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const known = ofEmptyList(node);
    if (known === undefined) super.visitBinaryOperation(node);
    else this.append(known);
  }
}

/** Whether several columns, in parentheses, are among these rows of values: what the query builder does not offer. */
export function areAmong(
  columns: RawBuilder<unknown>,
  rows: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  if (rows.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`${columns} in (values ${sql.join(rows)})`;
}
