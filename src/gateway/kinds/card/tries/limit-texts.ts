import type { RetryLimit } from './retry-limits.ts';

/** Why another try with a card costs a fee of its scheme, for people. */
export const LIMIT_TEXTS: Readonly<Record<RetryLimit, string>> = {
  irreversible_code: 'o emissor já recusou este cartão em definitivo',
  visa_15_in_30_days: 'este cartão Visa já foi tentado 15 vezes em 30 dias neste valor',
  mastercard_7_in_24_hours: 'este cartão Mastercard já foi tentado 7 vezes em 24 horas',
  mastercard_35_in_30_days: 'este cartão Mastercard já foi tentado 35 vezes em 30 dias neste valor',
  elo_15_in_month: 'este cartão Elo já foi tentado 15 vezes neste mês',
  card_15_in_30_days: 'este cartão já foi tentado 15 vezes em 30 dias',
};
