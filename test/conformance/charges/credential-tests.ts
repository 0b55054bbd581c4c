import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hadNoEffect, inChargeRoom } from './charge-room.ts';
import type { OpenChargeSubject } from './subject.ts';

/** For a bank whose accounts have credentials and an address. */
export function credentialTests(open: OpenChargeSubject): void {
  inChargeRoom('an account', open, (room) => {
    for (const wrong of ['unknownAccount', 'unreachableAccount'] as const) {
      test(`makes nothing as the ${wrong}, and is not well`, async () => {
        const account = room.subject[wrong];
        assert.ok(account, 'the subject has none');
        const { outcome, ids } = await room.ask({ account });
        hadNoEffect(outcome);
        const { outcome: queried } = await room.provider.query(ids);
        assert.ok(['not_sent', 'unknown'].includes(queried), queried);
        assert.equal((await room.provider.health(account)).healthy, false);
      });
    }
  });
}
