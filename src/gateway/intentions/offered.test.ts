import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../platform/refusal.ts';
import type { MerchantDefaults } from '../kinds/card/index.ts';
import { pixOffer, refusePix } from '../kinds/pix/index.ts';
import { refuseSlip } from '../kinds/slip/index.ts';
import type { Offer } from '../transactions/index.ts';
import { type OfferDependencies, offeredOf } from './offered.ts';

const pix = pixOffer({});
const slip = { kind: 'bankSlip' } as Offer;

/** A merchant whom neither a Pix nor a slip can pay. */
const unpayable = {
  pix: { offer: unlessAlone(refusePix('pix_unavailable')) },
  slips: { offer: unlessAlone(refuseSlip('slip_unavailable')) },
} as unknown as OfferDependencies;

function unlessAlone(refusal: Refusal) {
  return async (_merchantId: number, _offer: Offer, { isAlone }: { readonly isAlone: boolean }) => {
    if (isAlone) throw refusal;
  };
}

test('where neither Pix nor slip is possible, the first one says why', async () => {
  for (const [offers, code] of [
    [[pix, slip], 'pix_unavailable'],
    [[slip, pix], 'slip_unavailable'],
  ] as const) {
    await assert.rejects(
      offeredOf(unpayable, 1, { offers, amount: 100 }, {} as MerchantDefaults),
      (error) => error instanceof Refusal && error.code === code,
    );
  }
});
