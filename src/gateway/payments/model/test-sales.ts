import { fc } from '../../../../test/support/property.ts';
import type { CardPayment } from '../../kinds/card/index.ts';
import type { TestSaleOrder } from '../../transactions/test-sale.ts';
import type { ModelSale } from './test-life.ts';

export const PLAIN = '4235647728025682';
export const DENIED = '4000000000090516';
/** Refused because its issuer does not answer: another acquirer may reach it. */
const ISSUER_DOWN = '4000000000090912';
/** Nothing leaves for the acquirer. */
const NOT_SENT = '4000000000096067';
/** One Visa card of each technical family, 601 to 626 (docs/contract/acquirers.md, I.4). */
export const TECHNICAL = [
  '4000000000096018',
  '4000000000096026',
  '4000000000096034',
  '4000000000096042',
  '4000000000096059',
  '4000000000096067',
  '4000000000096075',
  '4000000000096083',
  '4000000000096091',
  '4000000000096109',
  '4000000000096117',
  '4000000000096125',
  '4000000000096133',
  '4000000000096141',
  '4000000000096158',
  '4000000000096166',
  '4000000000096174',
  '4000000000096182',
  '4000000000096190',
  '4000000000096208',
  '4000000000096216',
  '4000000000096224',
  '4000000000096232',
  '4000000000096240',
  '4000000000096257',
  '4000000000096265',
];
/**
 * Frictionless Y, N and U; a challenge passed, failed and without an end; technical families after
 * authentication.
 */
const AUTHENTICATING = [
  '4000000000001000',
  '4000000000001018',
  '4000000000001034',
  '4000000000001091',
  '4000000000001109',
  '4000000000001117',
  PLAIN,
  PLAIN,
];

const DEVICE = {
  colorDepth: 24,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 800,
  screenWidth: 360,
  timeZoneOffset: 3,
};

const kindAndCapture = fc.constantFrom<Partial<CardPayment>>(
  { type: 'credit', capture: false },
  { type: 'credit', capture: false },
  { type: 'credit', capture: false },
  { type: 'credit', capture: true },
  { type: 'credit', capture: true },
  { type: 'debit', capture: true },
);
const withoutBuyer = fc
  .tuple(fc.constantFrom(PLAIN, PLAIN, PLAIN, DENIED, ...TECHNICAL), kindAndCapture)
  .map(([card, payment]): ModelSale => ({ card, order: { payment } }));
const withBuyer = fc
  .tuple(
    fc.constantFrom(...AUTHENTICATING, ...AUTHENTICATING, ...TECHNICAL),
    kindAndCapture,
    fc.constantFrom(1 as const, 2 as const),
  )
  .map(([card, payment, authenticate]): ModelSale => {
    const order: TestSaleOrder = {
      payment: { ...payment, authenticate },
      userAgent: 'Mozilla/5.0',
      device: DEVICE,
    };
    return { card, order };
  });

const byLink = fc
  .constantFrom(PLAIN, PLAIN, PLAIN, DENIED, ...TECHNICAL)
  .map((card): ModelSale => ({ card, order: { payment: { capture: true } }, isByLink: true }));

/** Its shop has a rule that names two acquirers. */
const routed = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(ISSUER_DOWN, ISSUER_DOWN, NOT_SENT),
      fc.constantFrom(PLAIN, DENIED, ...TECHNICAL),
    ),
    kindAndCapture,
    fc.boolean(),
  )
  .map(
    ([card, payment, isByLink]): ModelSale => ({
      card,
      order: { payment: isByLink ? { capture: true } : payment },
      ...(isByLink && { isByLink }),
      isRouted: true,
    }),
  );

/** The payment that a life is about. */
export const sale: fc.Arbitrary<ModelSale> = fc.oneof(
  { weight: 3, arbitrary: withoutBuyer },
  { weight: 2, arbitrary: withBuyer },
  { weight: 1, arbitrary: byLink },
  { weight: 3, arbitrary: routed },
);
