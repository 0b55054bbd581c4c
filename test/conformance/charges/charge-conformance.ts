import { describe } from 'node:test';
import { creationTests } from './creation-tests.ts';
import { noticeTests } from './notice-tests.ts';
import { paymentTests } from './payment-tests.ts';
import { chargeRefundTests } from './refund-of-charge-tests.ts';
import type { OpenChargeSubject } from './subject.ts';
import { wireTests } from './wire-tests.ts';

/** Rooms share nothing and mostly wait. */
const ROOMS_AT_ONCE = 4;

/** Tests everything that the gateway relies on in a provider of charges (`docs/connectors.md`). */
export function chargeConformance(name: string, open: OpenChargeSubject): void {
  describe(`Conformance of ${name}`, { concurrency: ROOMS_AT_ONCE }, () => {
    for (const declare of [creationTests, paymentTests, chargeRefundTests, noticeTests, wireTests])
      declare(open);
  });
}
