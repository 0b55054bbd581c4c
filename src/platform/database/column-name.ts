/** `transactionId` → `transaction_id`; a name that is in snake case stays. */
export type ColumnName<Member extends string> = Member extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : Member;

/** The column of a record's member: `transactionId` → `transaction_id`; a name that is in snake case stays. */
export function columnName(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
