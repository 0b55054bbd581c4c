import { describe } from 'node:test';
import { BY_DAY } from '../support/day-and-night.ts';
import { authenticationTests } from './authentication-tests.ts';
import { capabilityTests } from './capability-tests.ts';
import { captureTests } from './capture-tests.ts';
import { cardCheckTests } from './card-check-tests.ts';
import { concurrencyTests } from './concurrency-tests.ts';
import { issuerTests } from './issuer-tests.ts';
import { lifeCycleTests } from './life-cycle-tests.ts';
import { proofTests } from './proof-tests.ts';
import { queryTests } from './query-tests.ts';
import { refundTests } from './refund-tests.ts';
import { requestTests } from './request-tests.ts';
import { storedCardTests } from './stored-card-tests.ts';
import type { OpenSubject } from './subject.ts';
import { undoTests } from './undo-tests.ts';
import { voidTests } from './void-tests.ts';
import { wireFaultTests } from './wire-fault-tests.ts';

/** Rooms share nothing and mostly wait. */
const ROOMS_AT_ONCE = 8;

/**
 * Tests everything that the gateway relies on in a connector (`docs/connectors.md`). For what a connector does not support
 * by its capabilities, the suite asserts that it refuses before anything is sent. At night only what issuer-tests.ts leaves
 * to it.
 */
export function conformance(name: string, open: OpenSubject): void {
  describe(`Conformance of ${name}`, { concurrency: ROOMS_AT_ONCE }, () => {
    const groups = [
      ...[
        capabilityTests,
        requestTests,
        lifeCycleTests,
        authenticationTests,
        proofTests,
        captureTests,
        voidTests,
      ],
      ...[
        refundTests,
        undoTests,
        queryTests,
        cardCheckTests,
        concurrencyTests,
        wireFaultTests,
        storedCardTests,
      ],
    ];
    for (const declare of [issuerTests, ...(BY_DAY ? groups : [])]) declare(open);
  });
}
