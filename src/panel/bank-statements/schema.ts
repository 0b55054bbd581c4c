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

export type BankLineClass = 'matched' | 'open' | 'out';

/** A line of a bank account. Amount in centavos, day `yyyy-MM-dd`. */
export interface BankLineRow {
  readonly id: string;
  readonly personId: number;
  readonly account: string;
  readonly day: string;
  readonly amount: number;
  readonly memo: string;
  /** A payment of an acquirer; other money that came in; or money that went out, which is not compared. */
  readonly class: BankLineClass;
  readonly payouts: readonly { readonly accountId: number; readonly payoutId: string }[];
}

export interface BankStatementRoutes {
  'GET /bank-statements/lines': {
    query: { class?: string; cursor?: string; limit?: number; person?: string };
    answer: { items: readonly BankLineRow[]; next: string | null };
  };
  'POST /bank-statements': {
    body: BankStatementBody;
    answer: { items: readonly BankStatementRow[] };
  };
}
