import { describe } from 'node:test';
import { creationTests } from './creation-tests.ts';
import { credentialTests } from './credential-tests.ts';
import { noticeTests } from './notice-tests.ts';
import { paymentTests } from './payment-tests.ts';
import { chargeRefundTests } from './refund-of-charge-tests.ts';
import type { ChargeFaultName, OpenChargeSubject } from './subject.ts';
import { wireTests } from './wire-tests.ts';

/** Rooms share nothing and mostly wait. */
const ROOMS_AT_ONCE = 4;

/**
 * Tests everything that the gateway relies on in a provider of charges (`docs/connectors.md`). `wire`: the faults of the
 * bank's protocol; none where the bank has no protocol.
 */
export function chargeConformance(
  name: string,
  open: OpenChargeSubject,
  { wire = [], credentials }: { readonly wire?: readonly ChargeFaultName[]; readonly credentials: boolean },
): void {
  describe(`Conformance of ${name}`, { concurrency: ROOMS_AT_ONCE }, () => {
    for (const declare of [creationTests, paymentTests, chargeRefundTests, noticeTests]) declare(open);
    if (credentials) credentialTests(open);
    for (const fault of wire) wireTests(open, fault);
  });
}
