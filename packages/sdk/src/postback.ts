import type { KeptCard } from './api.ts';
import { GuicheError } from './errors.ts';

/** The contents of a postback: the status of a transaction after one of its changes. */
export interface Postback {
  /** The same for all deliveries of one change. */
  readonly webhookId: string;
  readonly transactionId: string;
  readonly referenceId?: string;
  readonly status: number;
  readonly providerReference?: string;
}

export interface PostbackToVerify {
  /** The body exactly as received. */
  readonly body: string | Uint8Array;
  /** With lower-case names, as in Node.js, or as `Headers`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`; several while a secret is being replaced. */
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now?: number;
}

const LONGEST_AGE_S = 300;
const PREFIX = 'whsec_';

/** The contents of the postback of `keepCard` and `createCardForm`: the card is stored. */
export interface CardPostback extends KeptCard {
  /** The same for all deliveries. */
  readonly webhookId: string;
}

/** Verifies and reads a postback of the gateway (Standard Webhooks). Throws `postback_not_signed` or `postback_too_old`. */
export function verifyPostback(given: PostbackToVerify): Promise<Postback> {
  return verified<Postback>(given);
}

/** As `verifyPostback`, at the `postBackUrl` of a stored card. */
export function verifyCardPostback(given: PostbackToVerify): Promise<CardPostback> {
  return verified<CardPostback>(given);
}

async function verified<Message>(given: PostbackToVerify): Promise<Message> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(given.headers, name),
  );
  const body = typeof given.body === 'string' ? new TextEncoder().encode(given.body) : given.body;
  if (!id || !timestamp || !/^\d+$/.test(timestamp) || !signatures) throw notSigned();
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const given64 = signatures.split(' ').flatMap((text) => (text.startsWith('v1,') ? [text.slice(3)] : []));
  const checks = given.secrets.flatMap((secret) =>
    given64.map((signature) => isSignedBy(secret, signature, signed)),
  );
  if (!(await Promise.all(checks)).includes(true)) throw notSigned();
  if (Math.abs((given.now ?? Date.now()) / 1000 - Number(timestamp)) > LONGEST_AGE_S) {
    throw new GuicheError('O aviso é antigo demais.', { code: 'postback_too_old' });
  }
  return { webhookId: id, ...JSON.parse(new TextDecoder().decode(body)) };
}

/** Compared by WebCrypto, in constant time. */
async function isSignedBy(
  secret: string,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  try {
    const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
    const key = await crypto.subtle.importKey('raw', bytes, hash, false, ['verify']);
    return await crypto.subtle.verify('HMAC', key, fromBase64(signature), signed);
  } catch {
    return false;
  }
}

function headerOf(headers: PostbackToVerify['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function notSigned(): GuicheError {
  return new GuicheError('O aviso não traz uma assinatura válida.', { code: 'postback_not_signed' });
}
