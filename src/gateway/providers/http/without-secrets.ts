import type { Secret } from '../../../platform/secret.ts';
import type { Exchange } from './http-link.ts';

/** Shorter ones could occur in an answer by chance. */
const MIN_SECRET_LENGTH = 12;

/** The exchange with every one of the secrets in its answer masked, for hosts that repeat what they were sent. */
export function withoutSecrets(exchange: Exchange, secrets: readonly Secret[]): Exchange {
  if (exchange.kind !== 'answered') return exchange;
  const text = secrets
    .map((secret) => secret.reveal())
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .reduce((clean, secret) => clean.replaceAll(secret, '***'), exchange.text);
  return { ...exchange, text };
}
