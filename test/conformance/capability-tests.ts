import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capabilities, CardType } from '../../src/gateway/providers/capabilities.ts';
import { buyerPageOf } from '../../src/gateway/providers/outcome.ts';
import { authenticating } from './attempts.ts';
import { BRANDS } from './cards.ts';
import { AMOUNT, goodCard, inRoom, isRefusedUnsent, NOT_SUPPORTED } from './room.ts';
import type { OpenSubject } from './subject.ts';

const KINDS: readonly CardType[] = ['credit', 'debit'];
const OUR_REFERENCE_LENGTH = 16;

/** A connector declares its capabilities, fulfils them, and refuses the rest before anything is sent (docs/contract/acquirers.md G.1). */
export function capabilityTests(open: OpenSubject): void {
  inRoom('capabilities', open, (room) => {
    for (const brand of [...BRANDS, undefined, 'HIPER', 'NOBODY']) {
      for (const kind of KINDS) {
        test(`are consistent: ${brand ?? 'no brand'}, ${kind}`, () => {
          isSensible(room.can(brand, kind));
          assert.deepEqual(room.can(brand, kind), room.can(brand, kind), 'they differ between two calls');
        });
      }
    }

    for (const brand of BRANDS) {
      test(`an unsupported kind of sale is not sent: ${brand}`, async () => {
        for (const kind of KINDS) {
          if (room.can(brand, kind).kinds.includes(kind)) continue;
          const changes = kind === 'debit' ? { authentication: authenticating('decline') } : {};
          const attempt = room.attempt(goodCard(brand), { kind, capture: true, ...changes });
          await isRefusedUnsent(room, () => room.connector.authorize(attempt));
        }
      });

      test(`unsupported 3-D Secure is not requested: ${brand}`, async (t) => {
        if (room.can(brand).threeDSecure !== 'none') return t.skip(NOT_SUPPORTED);
        const attempt = room.attempt(goodCard(brand), { authentication: authenticating('continue') });
        await isRefusedUnsent(room, () => room.connector.authorize(attempt));
      });
    }

    test('a debit is captured at once, whatever was requested, or refused', async (t) => {
      if (!room.sells('VISA', 'debit') || room.can('VISA', 'debit').capture.later)
        return t.skip(NOT_SUPPORTED);
      const changes = { kind: 'debit', capture: false, authentication: authenticating('decline') } as const;
      const attempt = room.attempt(goodCard(), changes);
      const outcome = await room.connector.authorize(attempt);
      if (outcome.outcome === 'invalid_request' || outcome.outcome === 'not_sent') return;
      assert.ok(outcome.outcome === 'buyer_awaited', JSON.stringify(outcome));
      await room.subject.authenticate(buyerPageOf(outcome) ?? '', 'right_code');
      assert.equal((await room.book(attempt)).captured, AMOUNT);
    });

    test('the supported number of installments is sold', async () => {
      const { max, minAmountEach } = room.can('VISA').installments;
      const amount = Math.max(AMOUNT, max * minAmountEach);
      for (const count of new Set([2, max])) {
        const attempt = room.attempt(goodCard(), { amount, installments: { count, plan: 'store' } });
        assert.equal((await room.connector.authorize(attempt)).outcome, 'approved');
      }
    });

    test('too many installments, and unsupported plans, are not sent', async () => {
      const { max, plans } = room.can('VISA').installments;
      const tooMany = { count: max + 1, plan: 'store' } as const;
      await isRefusedUnsent(room, () =>
        room.connector.authorize(room.attempt(goodCard(), { installments: tooMany })),
      );
      if (plans.includes('issuer')) return;
      const issuers = { count: 2, plan: 'issuer' } as const;
      await isRefusedUnsent(room, () =>
        room.connector.authorize(room.attempt(goodCard(), { installments: issuers })),
      );
    });
  });
}

function isSensible(capabilities: Capabilities): void {
  const { capture, refund, installments, reference, softDescriptor, queryBy, timing } = capabilities;
  assert.ok(capabilities.kinds.every((kind) => KINDS.includes(kind)));
  assert.ok(capture.windowDays >= 1 && refund.windowDays >= 1);
  assert.ok(!capture.multiple || capture.partial, 'several captures are partial ones');
  assert.ok(!refund.multiple || refund.partial, 'several refunds are partial ones');
  assert.ok(installments.max >= 1 && installments.max <= 99 && installments.minAmountEach >= 0);
  assert.ok(installments.plans.length >= 1);
  assert.ok(reference.maxLength >= OUR_REFERENCE_LENGTH, 'our references are too long');
  assert.ok(softDescriptor.maxLength >= 0);
  assert.ok(queryBy.ourReference || queryBy.theirId, 'an unknown outcome could never be resolved');
  assert.ok(timing.connectMs > 0 && timing.authorizeMs > 0 && timing.otherMs > 0);
  assert.ok(timing.maxProcessingMs > 0);
}
