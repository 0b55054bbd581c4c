import { createHash } from 'node:crypto';
import type { Database } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { StatementTables } from '../tables/statement-tables.ts';

const CARD_NUMBER = /("(?:card|token)\w*"\s*:\s*"?)(\d{13,19})(?!\d)/gi;

/** Answers as they came, sealed, before anything of them is read. */
export interface AnswerStore {
  /** False: it was the last answer to this question already, and all that it says is stored. */
  keep(accountId: number, question: string, text: string): Promise<boolean>;
  /** What it says is stored. */
  noteRead(accountId: number, question: string, text: string): Promise<void>;
}

export function createAnswerStore({
  database,
  vault,
  clock,
}: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): AnswerStore {
  return {
    keep: async (accountId, question, text) => {
      const hash = hashOf(text);
      const last = await database
        .read<StatementTables>()
        .selectFrom('statement_answers')
        .select(['hash', 'is_read'])
        .where('account_id', '=', accountId)
        .where('question', '=', question)
        .orderBy('received_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (last?.hash === hash && last.is_read === 1) return false;
      const now = clock.now();
      await database.write(async (write) => {
        await write
          .tables<StatementTables>()
          .insertInto('statement_answers')
          .values({
            account_id: accountId,
            question,
            hash,
            size: text.length,
            sealed: vault.seal(withoutCardNumbers(text), contextOf(accountId, question)),
            received_at: now,
            is_read: 0,
          })
          // Told once more after something else was told meanwhile.
          .onConflict((conflict) =>
            conflict
              .columns(['account_id', 'question', 'hash'])
              .doUpdateSet({ received_at: now, is_read: 0 }),
          )
          .execute();
      });
      return true;
    },
    noteRead: (accountId, question, text) =>
      database.write(async (write) => {
        await write
          .tables<StatementTables>()
          .updateTable('statement_answers')
          .set({ is_read: 1 })
          .where('account_id', '=', accountId)
          .where('question', '=', question)
          .where('hash', '=', hashOf(text))
          .execute();
      }),
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Acquirers hide them, and yet have fields for whole ones: those are kept with their first six and last four digits. */
function withoutCardNumbers(text: string): string {
  return text.replaceAll(
    CARD_NUMBER,
    (_all, before: string, digits: string) =>
      `${before}${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`,
  );
}

function contextOf(accountId: number, question: string): string {
  return `statement:${accountId}:${question}`;
}
