import { createHash } from 'node:crypto';
import type { Rule } from './rule-set.ts';

type Share = NonNullable<Rule['split']>[number];

/**
 * Which of the shares a payment falls to: the same for the same key, for ever and on all instances. Each account draws a number
 * from the key, and the weights decide what it counts (weighted rendezvous hashing): where weights change, or an account cannot take the payment,
 * only those payments move that have to. Undefined where nothing has a weight.
 */
export function shareOf(shares: readonly Share[], key: string): string | undefined {
  let chosen: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const { account, weight } of shares) {
    if (weight === 0) continue;
    const drawn = -Math.log(fractionOf(`${account} ${key}`)) / weight;
    if (drawn < least) {
      least = drawn;
      chosen = account;
    }
  }
  return chosen;
}

const BYTES = 6;
const VALUES = 2 ** (8 * BYTES);

/** Above 0 and below 1, the same for the same text. */
export function fractionOf(text: string): number {
  return (createHash('sha256').update(text).digest().readUIntBE(0, BYTES) + 0.5) / VALUES;
}

/** A repeat of an order goes the same way, and so do all tries of one transaction. */
export function splitKey(
  personId: number,
  {
    referenceId,
    transactionId,
  }: { readonly referenceId: string | undefined; readonly transactionId: string },
): string {
  return referenceId === undefined ? `${personId} id ${transactionId}` : `${personId} ref ${referenceId}`;
}
