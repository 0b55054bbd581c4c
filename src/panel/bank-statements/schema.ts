import Type, { type Static } from 'typebox';
import { Text, UNSEARCHED } from '../../platform/http/index.ts';

/** Base64 of the largest file that is read. */
export const MAX_FILE_CHARACTERS = 14 * 1024 * 1024;

export const BankStatementBody = Type.Object({
  /** Base64. */
  file: Text({ minLength: 1, maxLength: MAX_FILE_CHARACTERS, [UNSEARCHED]: 'a file of a bank, in base64' }),
});
export type BankStatementBody = Static<typeof BankStatementBody>;

/** What came of the statement of one account. Amounts in centavos. */
export interface BankStatementRow {
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly added: number;
  readonly known: number;
  readonly unread: number;
  /** Came in, and is a payout of an acquirer. */
  readonly matched: number;
  readonly matchedSum: number;
  /** Came in, and no payout answers it. */
  readonly open: number;
  readonly openSum: number;
}

export interface BankStatementRoutes {
  'POST /bank-statements': {
    body: BankStatementBody;
    answer: { items: readonly BankStatementRow[] };
  };
}
