import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type {
  AuthorizeOutcome,
  AuthorizeRequest,
  Capabilities,
  ChargeIds,
  ChargeSnapshot,
  Connector,
  HostAnswer,
  PaymentKind,
} from '../../src/gateway/acquirers/connector.ts';
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

/** A sale that the suite made, and what came of it. */
export interface Sold {
  readonly attempt: AuthorizeRequest;
  readonly ids: ChargeIds;
  readonly outcome: AuthorizeOutcome;
}

/** One subject with its connector under watch, and the steps that many tests share. */
export interface Room {
  readonly subject: Subject;
  readonly connector: Connector;
  attempt(card: PlainCard, changes?: Partial<ClearAttempt>): ClearAttempt;
  /** Authorizes; with 3-D Secure, lets the buyer act and reads what came of it. */
  sell(card: PlainCard, way: Way, action?: BuyerAction): Promise<Sold>;
  /** The same for a sale that must be approved. */
  approved(card: PlainCard, way?: Way): Promise<Sold & { readonly answer: HostAnswer }>;
  book(attempt: AuthorizeRequest): Promise<BookedCharge>;
  /** What the buyer has paid or is held to, as the book has it: nothing when the book knows no such charge. */
  held(attempt: AuthorizeRequest): Promise<number>;
  picture(ids: ChargeIds): Promise<ChargeSnapshot>;
  can(brand: string | undefined, kind?: PaymentKind): Capabilities;
  /** Whether the connector promises a way for a brand. */
  sells(brand: string, way: Way): boolean;
}

/** Declares tests on a subject of their own. */
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
          if (opened === undefined) throw new Error('a room is open in its tests alone');
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
  const can = (brand: string | undefined, kind: PaymentKind = 'credit') =>
    connector.capabilities(brand, kind);

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
      const made = attempt(card, CHANGES[way]());
      const outcome = await connector.authorize(made);
      if (outcome.outcome !== 'authentication_required') {
        return { attempt: made, ids: idsOf(made, answerOf(outcome)), outcome };
      }
      const ids = idsOf(made, outcome.answer);
      await subject.authenticate(outcome.redirectUrl, action);
      return { attempt: made, ids, outcome: await connector.continueAfterAuthentication(ids) };
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
    picture: async (ids) => {
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

/** Asserts a refusal: nothing happened, and the connector says so for certain. */
export function isRefused(outcome: { readonly outcome: string }): void {
  assert.ok(['declined', 'invalid_request', 'not_sent'].includes(outcome.outcome), JSON.stringify(outcome));
}

/** Asserts a refusal of which the host never heard: what a connector does not promise it does not try (docs/contract/acquirers.md G.1). */
export async function isRefusedUnsent(
  { subject }: Room,
  call: () => Promise<{ readonly outcome: string }>,
): Promise<void> {
  const before = await subject.received();
  isRefused(await call());
  assert.equal(await subject.received(), before, 'it was sent all the same');
}

/** A card of a brand that is approved. */
export function goodCard(brand: Brand = 'VISA'): PlainCard {
  const card = approvedCards.find((one) => one.brand === brand);
  assert.ok(card);
  return card;
}

/** Why a test is skipped: the connector's capabilities do not have what it is about. */
export const NOT_PROMISED = 'not promised';

export { AMOUNT };
