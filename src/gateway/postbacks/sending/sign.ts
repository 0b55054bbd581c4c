import { Webhook } from 'standardwebhooks';
import type { Secret } from '../../../platform/secret.ts';

/** Headers of the Standard Webhooks convention. */
export type SignedHeaders = Readonly<Record<string, string>>;

/**
 * One signature per secret, so that a merchant can change its secret without a gap. Without secrets only id
 * and time are sent. `body` must be the exact text that is sent.
 */
export function signedHeaders(
  message: { readonly id: string; readonly body: string; readonly now: number },
  secrets: readonly Secret[],
): SignedHeaders {
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(message.now / 1000)),
  };
  if (secrets.length === 0) return headers;
  const at = new Date(message.now);
  const signatures = secrets.map((secret) => new Webhook(secret.reveal()).sign(message.id, at, message.body));
  return { ...headers, 'webhook-signature': signatures.join(' ') };
}
