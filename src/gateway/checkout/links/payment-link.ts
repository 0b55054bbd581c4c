import { randomInt } from 'node:crypto';
import type { Offer } from '../../transactions/index.ts';

/** Lower-case letters without those that are easily confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const CODE_LETTERS = 10;
const CODE = /^[a-hjkmnp-z]{10}$/;

/** A link that may be paid many times: each payment is its own transaction. Times in milliseconds since 1970. */
export interface PaymentLink {
  readonly id: string;
  readonly merchantId: number;
  /** The short address, `/p/{code}`. */
  readonly code: string;
  /** For the merchant. */
  readonly name: string;
  /** For the buyer. */
  readonly description: string | undefined;
  /** Centavos; undefined: the buyer chooses, between minAmount and maxAmount. */
  readonly amount: number | undefined;
  readonly minAmount: number | undefined;
  readonly maxAmount: number | undefined;
  /** Undefined: no limit. */
  readonly maxUses: number | undefined;
  /** Payments made or in progress. */
  readonly uses: number;
  readonly expiresAt: number | undefined;
  readonly active: boolean;
  /** What is sold; its picture is shown to the buyer. */
  readonly productId: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly terms: LinkTerms;
}

/** The fields that every transaction of the link copies. */
export interface LinkTerms {
  readonly referenceId: string | undefined;
  readonly postBackUrl: string | undefined;
  readonly returnUrl: string | undefined;
  /** As its page shows them. */
  readonly offers: readonly Offer[];
}

/** The state of a link for a buyer. */
export type LinkState = 'open' | 'inactive' | 'expired' | 'used_up';

export function linkStateOf(link: PaymentLink, now: number): LinkState {
  if (!link.active) return 'inactive';
  if (link.expiresAt !== undefined && now >= link.expiresAt) return 'expired';
  return link.maxUses !== undefined && link.uses >= link.maxUses ? 'used_up' : 'open';
}

/** 10 letters of 23: 45 random bits. */
export function newCode(): string {
  return Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

export function isCode(text: string): boolean {
  return CODE.test(text);
}
