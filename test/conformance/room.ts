import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Capabilities, CardType } from '../../src/gateway/providers/capabilities.ts';
import type { AuthorizeRequest, CardAcquirer } from '../../src/gateway/providers/card-acquirer.ts';
import type { AuthorizeOutcome, ChargeSnapshot, HostAnswer } from '../../src/gateway/providers/outcome.ts';
import { buyerPageOf } from '../../src/gateway/providers/outcome.ts';
import type { ChargeIds } from '../../src/gateway/providers/provider.ts';
import { AMOUNT, attemptOn, authenticating, type ClearAttempt, idsOf } from './attempts.ts';
import { approvedCards, type Brand, type PlainCard } from './cards.ts';
import type { BookedCharge, BuyerAction, OpenSubject, Subject, SubjectOptions } from './subject.ts';
import { watched } from './watched.ts';

/** Ways to sell. Debit is always captured and always authenticated (docs/contract/decided.md 3). */
export const WAYS = ['credit', 'captured', 'decline', 'continue', 'debit'] as const;
export type Way = (typeof WAYS)[number];

export const AUTHENTICATED_WAYS: readonly Way[] = ['decline', 'continue', 'debit'];

const CHANGES: Readonly<Record<Way, () => Partial<ClearAttempt>>> = {
  credit: () => ({}),
  captured: () => ({ capture: true }),
  decline: () => ({ authentication: authenticating('decline') }),
  continue: () => ({ capture: true, authentication: authenticating('continue') }),
  debit: () => ({ kind: 'debit', capture: true, authentication: authenticating('decline') }),
};

/** A sale made by the suite, with its outcome. */
export interface Sold {
  readonly attempt: AuthorizeRequest;
  readonly ids: ChargeIds;
  readonly outcome: AuthorizeOutcome;
}

/** One subject with its checked connector, and steps shared by many tests. */
export interface Room {
  readonly subject: Subject;
  readonly connector: CardAcquirer;
  attempt(card: PlainCard, changes?: Partial<ClearAttempt>): ClearAttempt;
  /** Authorizes a sale; with 3-D Secure, plays the buyer and reads the outcome. */
  sell(card: PlainCard, way: Way, action?: BuyerAction): Promise<Sold>;
  /** The same, and asserts that the sale is approved. */
  approved(card: PlainCard, way?: Way): Promise<Sold & { readonly answer: HostAnswer }>;
  book(attempt: AuthorizeRequest): Promise<BookedCharge>;
  /** The amount authorized or captured, less voids and refunds, by the book; 0 without a charge. */
  held(attempt: AuthorizeRequest): Promise<number>;
  snapshot(ids: ChargeIds): Promise<ChargeSnapshot>;
  can(brand: string | undefined, kind?: CardType): Capabilities;
  /** Whether the connector supports a way to sell for a brand. */
  sells(brand: string, way: Way): boolean;
}

/** Declares tests with their own subject. */
export function inRoom(
  title: string,
  open: OpenSubject,
  declare: (room: Room) => void,
  options?: SubjectOptions,
): void {
  describe(title, { concurrency: 1 }, () => {
    let opened: Room | undefined;
    before(async () => {
      opened = roomOf(await open(options));
    });
    after(() => opened?.subject.close());
    declare(
      new Proxy({} as Room, {
        get: (_target, name) => {
          if (opened === undefined) throw new Error('a room can only be used in its tests');
          return opened[name as keyof Room];
        },
      }),
    );
  });
}

function roomOf(subject: Subject): Room {
  const connector = watched(subject.connector, subject.secrets);
  const attempt = (card: PlainCard, changes?: Partial<ClearAttempt>) =>
    attemptOn(subject.account, card, changes);
  const can = (brand: string | undefined, kind: CardType = 'credit') => connector.capabilities(brand, kind);

  const room: Room = {
    subject,
    connector,
    attempt,
    can,
    sells: (brand, way) => {
      const kind = way === 'debit' ? 'debit' : 'credit';
      const { kinds, capture, threeDSecure } = can(brand, kind);
      if (!kinds.includes(kind)) return false;
      if (AUTHENTICATED_WAYS.includes(way) && threeDSecure === 'none') return false;
      return way !== 'credit' || capture.later;
    },
    sell: async (card, way, action = 'right_code') => {
      const sent = attempt(card, CHANGES[way]());
      const outcome = await connector.authorize(sent);
      if (outcome.outcome !== 'buyer_awaited') {
        return { attempt: sent, ids: idsOf(sent, answerOf(outcome)), outcome };
      }
      const ids = idsOf(sent, outcome.answer);
      await subject.authenticate(buyerPageOf(outcome) ?? '', action);
      return { attempt: sent, ids, outcome: await connector.continueAfterAuthentication(ids) };
    },
    approved: async (card, way = 'credit') => {
      const sold = await room.sell(card, way);
      const { outcome } = sold;
      assert.equal(outcome.outcome, 'approved', JSON.stringify(outcome));
      assert.ok(outcome.outcome === 'approved');
      assert.equal(outcome.captured, CHANGES[way]().capture ?? false);
      return { ...sold, ids: idsOf(sold.attempt, outcome.answer), answer: outcome.answer };
    },
    book: async ({ acquirerReference }) => {
      const charges = await subject.book(acquirerReference);
      assert.equal(charges.length, 1, `the book has ${charges.length} charges of one reference`);
      return charges[0] as BookedCharge;
    },
    held: async ({ acquirerReference }) => {
      const charges = await subject.book(acquirerReference);
      return charges.reduce((sum, charge) => sum + heldBy(charge), 0);
    },
    snapshot: async (ids) => {
      const found = await connector.query(ids);
      assert.equal(found.outcome, 'found', JSON.stringify(found));
      assert.ok(found.outcome === 'found');
      return found.charge;
    },
  };
  return room;
}

function heldBy({ state, amount, voided, refunds }: BookedCharge): number {
  if (state !== 'approved' && state !== 'canceled') return 0;
  return amount - voided - refunds.reduce((sum, refund) => sum + refund.amount, 0);
}

function answerOf(outcome: AuthorizeOutcome): HostAnswer | undefined {
  return 'answer' in outcome ? outcome.answer : undefined;
}

/** Asserts a refusal: an outcome that certainly had no effect. */
export function isRefused(outcome: { readonly outcome: string }): void {
  assert.ok(['declined', 'invalid_request', 'not_sent'].includes(outcome.outcome), JSON.stringify(outcome));
}

/** Asserts a refusal without a call to the host: a connector does not try what it does not support (docs/contract/acquirers.md G.1). */
export async function isRefusedUnsent(
  { subject }: Room,
  call: () => Promise<{ readonly outcome: string }>,
): Promise<void> {
  const before = await subject.received();
  isRefused(await call());
  assert.equal(await subject.received(), before, 'it was sent');
}

/** A card of the brand that is approved. */
export function goodCard(brand: Brand = 'VISA'): PlainCard {
  const card = approvedCards.find((one) => one.brand === brand);
  assert.ok(card);
  return card;
}

/** Reason of a skipped test: the connector does not have the capability. */
export const NOT_SUPPORTED = 'not supported';

export { AMOUNT };
