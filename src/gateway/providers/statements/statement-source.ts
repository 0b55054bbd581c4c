import type { AccountSettings } from '../provider.ts';
import type { StatementLine, StatementPayout } from './statement-line.ts';

/** What can be asked. Days are local and inclusive. `parts`: the sales of a payout; `nettings`: what was taken from it. */
export type StatementQuestion =
  | { readonly about: 'sales' | 'payouts' | 'debits'; readonly period: StatementPeriod }
  | { readonly about: 'parts' | 'nettings'; readonly payout: StatementPayout };

export interface StatementPeriod {
  readonly from: string;
  readonly to: string;
}

/** The answer as it came, so that it is kept before it is read. Outcomes as everywhere; never throws. */
export type StatementAnswer =
  | { readonly outcome: 'answered'; readonly text: string }
  | { readonly outcome: 'not_sent' | 'unknown' | 'invalid_request'; readonly reason: string };

/** What an answer says. */
export interface StatementPage {
  readonly lines: readonly StatementLine[];
  readonly payouts: readonly StatementPayout[];
  /** Of the next page; undefined: this was the last. */
  readonly cursor: string | undefined;
  /** Lines of which not even the amount could be read. They stay in the answer that is kept. */
  readonly unread: number;
}

/** Statements of an acquirer, beside its payments. */
export interface StatementSource {
  /** In capitals: `REDE`. */
  readonly provider: string;
  /** The longest period of one question. */
  readonly windowDays: number;
  /** Whether the account has asked for it. */
  isOn(account: AccountSettings): boolean;
  ask(account: AccountSettings, question: StatementQuestion, cursor?: string): Promise<StatementAnswer>;
  /** Pure. Undefined: the answer cannot be read at all. */
  read(account: AccountSettings, question: StatementQuestion, text: string): StatementPage | undefined;
}
