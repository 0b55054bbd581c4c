import type { MetricDefinition } from '../../platform/metrics.ts';

/** Of what shops were paid, and of what buyers contest. */
export const MONEY_METRICS = {
  disputesOpen: {
    name: 'guiche_disputes_open',
    type: 'gauge',
    help: 'Disputes that wait for an answer of their shop',
    labels: [],
  },
  disputeRates: {
    name: 'guiche_dispute_rate_merchants',
    type: 'gauge',
    help: 'Merchants by the level of their disputes and fraud alerts of this month (low, watched, high, excessive), of the 50 with most',
    labels: ['level'],
    values: ['low', 'watched', 'high', 'excessive'],
  },
  statementAccounts: {
    name: 'guiche_statement_accounts',
    type: 'gauge',
    help: 'Accounts whose statements are read, by how that goes: read, late by more than a day, or failed',
    labels: ['state'],
    values: ['read', 'late', 'failed'],
  },
  statementDifferences: {
    name: 'guiche_statement_differences_open',
    type: 'gauge',
    help: 'Lines of the last 90 days that were not paid, or differ from what was agreed, and that nobody explained; missing ones up to 100,000',
    labels: ['class'],
    values: ['missing', 'fee_differs', 'amount_differs'],
  },
} as const satisfies Record<string, MetricDefinition>;
