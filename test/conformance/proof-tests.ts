import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthenticationProof } from '../../src/gateway/providers/card-acquirer.ts';
import { Secret } from '../../src/platform/secret.ts';
import { BRANDS } from './cards.ts';
import { AMOUNT, goodCard, inRoom, isRefusedUnsent, NOT_SUPPORTED } from './room.ts';
import type { OpenSubject } from './subject.ts';

const PROOF: AuthenticationProof = {
  cavv: new Secret('kHyn+7YFi1EUAREAAAAvNUe6Hv8='),
  xid: new Secret('MDAwMDAwMDAwMDAwMDAwMDAwMDE='),
  eci: '5',
  version: '2.2.0',
  referenceId: 'a8b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d',
  dataOnly: false,
};

/** Proof of an authentication that was made elsewhere, in place of one by the acquirer. */
export function proofTests(open: OpenSubject): void {
  inRoom('proof of an authentication', open, (room) => {
    for (const brand of BRANDS) {
      for (const kind of ['credit', 'debit'] as const) {
        test(`is authorized without sending the buyer away: ${brand}, ${kind}`, async (t) => {
          const { externalProof, kinds } = room.can(brand, kind);
          if (!externalProof || !kinds.includes(kind)) return t.skip(NOT_SUPPORTED);
          const attempt = room.attempt(goodCard(brand), { kind, capture: true, proof: PROOF });
          const outcome = await room.connector.authorize(attempt);
          assert.ok(outcome.outcome === 'approved' && outcome.captured, JSON.stringify(outcome));
          assert.equal((await room.book(attempt)).captured, AMOUNT);
        });
      }
    }

    test('is not sent where it is not taken', async (t) => {
      if (room.can('VISA').externalProof) return t.skip('supported');
      await isRefusedUnsent(room, () => room.connector.authorize(room.attempt(goodCard(), { proof: PROOF })));
    });

    test('a debit without any authentication is not sent', async (t) => {
      const { externalProof, kinds } = room.can('VISA', 'debit');
      if (!externalProof || !kinds.includes('debit') || !room.subject.wireFaults)
        return t.skip(NOT_SUPPORTED);
      const changes = { kind: 'debit', capture: true } as const;
      await isRefusedUnsent(room, () => room.connector.authorize(room.attempt(goodCard(), changes)));
    });
  });
}
