import type { Accounts } from '../../accounts/accounts.ts';
import { PAYMENT_KINDS } from '../../gateway/kinds/index.ts';
import type { Payments } from '../../gateway/payments/index.ts';
import {
  type CaseStore,
  lastTryOf,
  type RecoveryCase,
  settlingOptions,
  type Transaction,
  type TransactionStore,
} from '../../gateway/transactions/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { statusWord } from '../sales/status-words.ts';
import { caseWords, optionWords } from './case-words.ts';
import { lastAnswerOf } from './last-answer.ts';
import type { AttentionCase } from './schema.ts';

export interface AttentionDependencies {
  readonly accounts: Accounts;
  readonly transactions: TransactionStore;
  readonly cases: CaseStore;
  readonly payments: Pick<Payments, 'changesOf'>;
  readonly clock: Clock;
}

/** Cases with what a person needs to settle them. Cases of deleted sales are left out. */
export async function showCases(
  dependencies: AttentionDependencies,
  rows: readonly RecoveryCase[],
): Promise<readonly AttentionCase[]> {
  const { accounts, transactions } = dependencies;
  const found = await Promise.all(
    rows.map(async (row) => ({ row, transaction: await transactions.findAny(row.transactionId) })),
  );
  const names = await accounts.namesOfPersons([
    ...new Set(found.flatMap(({ transaction }) => transaction?.merchantId ?? [])),
  ]);
  const shown = await Promise.all(
    found.map(
      ({ row, transaction }) =>
        transaction && showCase(dependencies, row, transaction, names.get(transaction.merchantId) ?? ''),
    ),
  );
  return shown.filter((one) => one !== undefined);
}

async function showCase(
  dependencies: AttentionDependencies,
  row: RecoveryCase,
  transaction: Transaction,
  personName: string,
): Promise<AttentionCase> {
  const { transactions: store, cases, clock, payments } = dependencies;
  const { result, amount, order } = transaction;
  const attempts = await store.attemptsOf(transaction.id);
  const attempt = attempts.find(({ reference }) => reference === row.subject) ?? attempts.at(-1);
  const movement = (await store.movementsOf(transaction.id)).find(({ id }) => id === row.subject);
  // The sale may have gone to another acquirer since.
  const provider = attempt?.provider ?? order.provider;
  const options = await settlingOptions({ kinds: PAYMENT_KINDS, store, cases, clock }, transaction, row);
  const events = await payments.changesOf(transaction.merchantId, transaction.id);
  return {
    id: transaction.id,
    subject: row.subject,
    ...caseWords(row, provider),
    provider,
    amount: movement?.amount ?? amount,
    status: result.status,
    statusWord: statusWord({
      status: result.status,
      lastTry: lastTryOf(result) ?? null,
      capturedAmount: result.capturedAmount ?? 0,
      refundedAmount: result.refundedAmount ?? 0,
    }),
    person: { id: transaction.merchantId, name: personName },
    referenceId: transaction.referenceId ?? null,
    acquirerReference: attempt?.reference ?? row.subject,
    theirId: attempt?.theirId ?? null,
    since: new Date(row.nextAt).toISOString(),
    tries: row.tries,
    lastAnswer: lastAnswerOf(events ?? [], row.subject, movement ?? attempt),
    options: options.map((option) => optionWords(option, amount)),
  };
}
