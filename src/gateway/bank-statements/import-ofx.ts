import type { BankMatching, BankStatements, ImportedStatement } from './bank-statements.ts';
import type { BankStatement } from './ofx/read-ofx.ts';

export type CheckedStatement = Omit<ImportedStatement, 'from' | 'to'> &
  BankMatching & { readonly from: string; readonly to: string };

/** Keeps what a file has, and matches its days to payouts. */
export async function importOfx(
  bankStatements: Pick<BankStatements, 'add' | 'match'>,
  merchantId: number,
  statements: readonly BankStatement[],
  today: string,
): Promise<readonly CheckedStatement[]> {
  const checked: CheckedStatement[] = [];
  for (const statement of statements) {
    const added = await bankStatements.add(merchantId, statement);
    const days = statement.lines.map(({ day }) => day).toSorted();
    const from = days[0] ?? statement.from ?? today;
    const to = days.at(-1) ?? statement.to ?? today;
    checked.push({ ...added, from, to, ...(await bankStatements.match(merchantId, { from, to })) });
  }
  return checked;
}
