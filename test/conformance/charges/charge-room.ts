import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import type {
  ChargeProvider,
  CreateOutcome,
  CreateRequest,
} from '../../../src/gateway/providers/charge-provider.ts';
import type { ChargeSnapshot } from '../../../src/gateway/providers/outcome.ts';
import type { ChargeIds } from '../../../src/gateway/providers/provider.ts';
import { txidOf } from '../../../src/gateway/providers/txid.ts';
import { referenceMaker } from '../../../src/platform/ids.ts';
import { type ChargeMethod, faultOfChargeForm } from './charge-forms.ts';
import type { BookedPix, ChargeSubject, OpenChargeSubject, Payment } from './subject.ts';

export const SECOND = 1_000;
export const DAY = 24 * 60 * 60 * SECOND;
/** R$ 10,03: nobody pays it by himself. */
export const UNPAID = 1_003;

/** A charge made by the suite. */
export interface MadeCharge {
  readonly request: CreateRequest;
  readonly ids: ChargeIds;
  readonly txid: string;
  readonly outcome: CreateOutcome;
}

/** One subject with its checked provider, and steps shared by many tests. */
export interface ChargeRoom {
  readonly subject: ChargeSubject;
  readonly provider: ChargeProvider;
  request(changes?: Partial<CreateRequest>): CreateRequest;
  /** Asks for a charge, whatever is answered. */
  ask(changes?: Partial<CreateRequest>): Promise<MadeCharge>;
  /** The same, and asserts that its buyer is awaited. */
  make(changes?: Partial<CreateRequest>): Promise<MadeCharge & { readonly code: string }>;
  /** A charge that its buyer has paid. */
  paid(changes?: Partial<CreateRequest>): Promise<MadeCharge & { readonly endToEndId: string }>;
  pay(txid: string, payment?: Payment): Promise<string>;
  snapshot(ids: ChargeIds): Promise<ChargeSnapshot>;
  book(txid: string): Promise<BookedPix>;
  newReference(): string;
  /** Skips a test of what only a bank of the API Pix has (`PixAcquirer`). */
  ofBanks(t: TestContext): boolean;
}

const newReference = referenceMaker({ now: Date.now, nonce: randomInt(2 ** 24) });

/** Declares tests with their own subject. */
export function inChargeRoom(
  title: string,
  open: OpenChargeSubject,
  declare: (room: ChargeRoom) => void,
): void {
  describe(title, { concurrency: 1 }, () => {
    let opened: ChargeRoom | undefined;
    before(async () => {
      opened = roomOf(await open());
    });
    after(() => opened?.subject.close());
    declare(
      new Proxy({} as ChargeRoom, {
        get: (_target, name) => {
          if (opened === undefined) throw new Error('a room can only be used in its tests');
          return opened[name as keyof ChargeRoom];
        },
      }),
    );
  });
}

function roomOf(subject: ChargeSubject): ChargeRoom {
  const provider = watchedProvider(subject);
  const room: ChargeRoom = {
    subject,
    provider,
    newReference,
    ofBanks: (t) => {
      if (provider.acquirer) t.skip('an acquirer has its own way');
      return provider.acquirer === undefined;
    },
    request: (changes = {}) => ({
      acquirerReference: newReference(),
      account: subject.account,
      amount: UNPAID,
      expiresAt: subject.now() + DAY,
      key: 'RANDOM_KEY',
      payer: undefined,
      description: undefined,
      ...changes,
    }),
    ask: async (changes) => {
      const request = room.request(changes);
      const { acquirerReference, account } = request;
      const outcome = await provider.create(request);
      const ids = { acquirerReference, theirId: undefined, account };
      return { request, outcome, ids, txid: txidOf(acquirerReference) };
    },
    make: async (changes) => {
      const made = await room.ask(changes);
      return { ...made, code: codeIn(made.outcome) };
    },
    paid: async (changes) => {
      const made = await room.make(changes);
      return { ...made, endToEndId: await room.pay(made.txid) };
    },
    pay: async (txid, payment) => {
      const paid = await subject.pay(txid, payment);
      assert.ok(paid, 'the bank does not take the money');
      return paid.endToEndId;
    },
    snapshot: async (ids) => {
      const found = await provider.query(ids);
      assert.ok(found.outcome === 'found', JSON.stringify(found));
      return found.charge;
    },
    book: async (txid) => {
      const booked = await subject.book(txid);
      assert.ok(booked, 'the bank has no such charge');
      return booked;
    },
  };
  return room;
}

export function codeIn(outcome: CreateOutcome): string {
  assert.ok(outcome.outcome === 'buyer_awaited', JSON.stringify(outcome));
  assert.ok(outcome.nextAction.kind === 'pix');
  return outcome.nextAction.code;
}

/** Asserts an outcome that certainly had no effect. */
export function hadNoEffect(outcome: { readonly outcome: string }): void {
  const certain = ['declined', 'invalid_request', 'not_sent', 'not_found'];
  assert.ok(certain.includes(outcome.outcome), JSON.stringify(outcome));
}

/** Checks every answer: no exception, a form of the contract, no secret of the account in any printed form. */
function watchedProvider({ provider, secrets }: ChargeSubject): ChargeProvider {
  const check = async <Answer>(method: ChargeMethod, call: () => Promise<Answer>): Promise<Answer> => {
    const answer = await call().catch((error: unknown) =>
      // Not the error itself, which may contain secrets.
      assert.fail(`${method} threw ${error instanceof Error ? error.stack : typeof error}`),
    );
    assert.equal(faultOfChargeForm(method, answer), undefined);
    const printed = `${JSON.stringify(answer)}\n${inspect(answer, { depth: null, showHidden: true })}`;
    for (const secret of secrets)
      assert.ok(!printed.includes(secret), 'an answer shows a secret of the account');
    return answer;
  };
  return {
    provider: provider.provider,
    version: provider.version,
    live: provider.live,
    capabilities: () => provider.capabilities(),
    create: (request) => check('create', () => provider.create(request)),
    capture: (ids, amount) => check('capture', () => provider.capture(ids, amount)),
    void: (ids, amount) => check('void', () => provider.void(ids, amount)),
    undo: (ids) => check('undo', () => provider.undo(ids)),
    query: (ids) => check('query', () => provider.query(ids)),
    refund: (ids, amount, id) => check('refund', () => provider.refund(ids, amount, id)),
    queryRefund: (ids, id) => check('queryRefund', () => provider.queryRefund(ids, id)),
    refundPayment: (payment, amount, id) =>
      check('refundPayment', () => provider.refundPayment(payment, amount, id)),
    queryPaymentRefund: (payment, id) =>
      check('queryPaymentRefund', () => provider.queryPaymentRefund(payment, id)),
    received: (account, period) => check('received', () => provider.received(account, period)),
    registerNotices: (account, url) => check('registerNotices', () => provider.registerNotices(account, url)),
    noticesOf: (account) => check('noticesOf', () => provider.noticesOf(account)),
    readNotice: (body) => provider.readNotice(body),
    acquirer: provider.acquirer,
    health: (account) => check('health', () => provider.health(account)),
  };
}
