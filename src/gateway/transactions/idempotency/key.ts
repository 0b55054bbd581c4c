import { createHmac } from 'node:crypto';

const MAX_CHARACTERS = 255;
/** What versions before did not read: a request that was answered by one of them is the same when it comes again to this one. */
const UNREAD_BEFORE = [['customer', 'email']];

/** Paths of members that must not be kept in any form, by kind of payment (docs/contract/decided.md 3). */
export type LeftOut = readonly (readonly string[])[];

export type KeyedRoute =
  | 'sale'
  | 'intention'
  | 'payment'
  | 'capture'
  | 'void'
  | 'tokenization'
  | 'tokenization form'
  | 'payment link';

/** The parts of a request that are compared with another one under the same key. */
export interface KeyedRequest {
  readonly merchantId: number;
  readonly route: KeyedRoute;
  readonly key: string;
  /** The request as read: JSON values. */
  readonly content: unknown;
}

export interface HashedRequest {
  readonly id: string;
  readonly fingerprint: string;
}

export function isIdempotencyKey(text: string): boolean {
  return text.length >= 1 && text.length <= MAX_CHARACTERS;
}

/** Key and request cannot be guessed from the hashes without `hmacKey`. */
export function hashRequest(
  hmacKey: Buffer,
  { merchantId, route, key, content }: KeyedRequest,
  leftOut: LeftOut,
): HashedRequest {
  const hash = (purpose: string, value: unknown) =>
    createHmac('sha256', hmacKey)
      .update(`${purpose}\n${canonicalJson(value)}`)
      .digest('base64url');
  return {
    id: hash('key', [merchantId, route, key]),
    fingerprint: hash('request', [
      merchantId,
      route,
      [...leftOut, ...UNREAD_BEFORE].reduce(without, content),
    ]),
  };
}

/** JSON with sorted members. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

function without(content: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return undefined;
  if (typeof content !== 'object' || content === null || !(name in content)) return content;
  const member = (content as Readonly<Record<string, unknown>>)[name];
  return { ...content, [name]: without(member, rest) };
}
