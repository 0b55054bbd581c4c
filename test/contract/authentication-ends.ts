import type { Way } from '../support/buyer.ts';
import { FAMILY_BRANDS, type FamilyBrand, familyCard } from './card-outcomes.ts';

/** Expected result of a sale after its authentication. */
export interface End {
  /** Status 7; otherwise 6, or 5 without capture. */
  readonly approved: boolean;
  readonly code: string;
  readonly eci: number;
}

/** A card of the simulated issuers, with its result for each way to request 3-D Secure. */
export interface AuthenticationCard {
  readonly name: string;
  readonly number: string;
  /** Whether the buyer is asked for a code; the results are those after the right code. */
  readonly hasChallenge: boolean;
  readonly ends: Readonly<Record<Way, End>>;
}

/** Authenticated; attempted, with proof; without proof; only the network was informed. */
const ECI = {
  Y: { MASTERCARD: 2, other: 5 },
  A: { MASTERCARD: 1, other: 6 },
  none: { MASTERCARD: 0, other: 7 },
  data: { MASTERCARD: 4, other: 7 },
} as const;

type Ending = (brand: FamilyBrand) => End;

const eciOf = (brand: FamilyBrand, proof: keyof typeof ECI) =>
  brand === 'MASTERCARD' ? ECI[proof].MASTERCARD : ECI[proof].other;
const approvedWith =
  (proof: keyof typeof ECI): Ending =>
  (brand) => ({ approved: true, code: '00', eci: eciOf(brand, proof) });
const refusedWith =
  (code: string, proof: keyof typeof ECI): Ending =>
  (brand) => ({ approved: false, code, eci: eciOf(brand, proof) });
/** Codes in the order of FAMILY_BRANDS. */
const refusedByIssuer = (codes: string): Ending => {
  const byBrand = codes.split(' ');
  return (brand) => refusedWith(byBrand[FAMILY_BRANDS.indexOf(brand)] ?? '', 'Y')(brand);
};

/** Results for ways that require authentication, and for credit 2, which does not (docs/contract/decided.md 3). */
type Row = readonly [name: string, hasChallenge: boolean, strict: Ending, lenient: Ending];

const NOT_AUTHENTICATED = [refusedWith('202', 'none'), approvedWith('none')] as const;
const REJECTED = [refusedWith('202', 'none'), refusedWith('202', 'none')] as const;
const BYPASSED = [refusedWith('201', 'none'), approvedWith('none')] as const;
const NO_FUNDS = [refusedByIssuer('51 51 51 51 116'), refusedByIssuer('51 51 51 51 116')] as const;
const EXPIRED = [refusedByIssuer('54 54 54 54 101'), refusedByIssuer('54 54 54 54 101')] as const;
const BAD_PROOF = [refusedByIssuer('82 88 88 12 180'), refusedByIssuer('82 88 88 12 180')] as const;
const PROVEN = [approvedWith('Y'), approvedWith('Y')] as const;
const ATTEMPTED = [approvedWith('A'), approvedWith('A')] as const;

/** The cards of docs/contract/acquirers.md I.3. */
const LISTED: readonly (readonly [...Row, numbers: string])[] = [
  ['Y', false, ...PROVEN, '4000000000001000 5200000000001005 6505050000001000 340000000001007'],
  ['Y', false, ...PROVEN, '4000000000002701'],
  ['N', false, ...NOT_AUTHENTICATED, '4000000000001018 5200000000001013 6505050000001018'],
  ['A', false, ...ATTEMPTED, '4000000000001026 5200000000001021 6505050000001026 340000000001023'],
  ['U', false, ...NOT_AUTHENTICATED, '4000000000001034 5200000000001039 6505050000001034'],
  ['R', false, ...REJECTED, '4000000000001042 5200000000001047 6505050000001042'],
  ['no service', false, ...NOT_AUTHENTICATED, '4000000000001059 5200000000001054 6505050000001059'],
  ['lookup error', false, ...NOT_AUTHENTICATED, '4000000000001067 5200000000001062 6505050000001067'],
  ['lookup time-out', false, ...NOT_AUTHENTICATED, '4000000000001075 5200000000001070 6505050000001075'],
  ['bypassed', false, ...BYPASSED, '4000000000001083 5200000000001088 6505050000001083'],
  ['challenge, Y', true, ...PROVEN, '4000000000001091 5200000000001096 6505050000001091 340000000001098'],
  ['challenge, Y', true, ...PROVEN, '6505290000001234 4000000000002503'],
  ['challenge, N', true, ...NOT_AUTHENTICATED, '4000000000001109 5200000000001104 6505050000001109'],
  ['challenge, U', true, ...NOT_AUTHENTICATED, '4000000000001117 5200000000001112 6505050000001117'],
  ['challenge, error', true, ...NOT_AUTHENTICATED, '4000000000001125 5200000000001120 6505050000001125'],
  ['without a scenario', true, ...PROVEN, '4235647728025682 5448280000000007'],
];

/** The family 7xx (docs/contract/acquirers.md I.4). */
const FAMILY: readonly Row[] = [
  ['701', false, ...PROVEN],
  ['702', false, ...NOT_AUTHENTICATED],
  ['703', true, ...NOT_AUTHENTICATED],
  ['704', true, ...NOT_AUTHENTICATED],
  ['705', true, ...NOT_AUTHENTICATED],
  ['706', true, ...NOT_AUTHENTICATED],
  ['707', false, ...NOT_AUTHENTICATED],
  ['708', false, ...NOT_AUTHENTICATED],
  ['709', false, ...NOT_AUTHENTICATED],
  ['710', true, ...ATTEMPTED],
  ['711', false, ...NOT_AUTHENTICATED],
  ['712', false, ...NOT_AUTHENTICATED],
  ['713', true, ...NO_FUNDS],
  ['714', false, refusedWith('204', 'none'), approvedWith('none')],
  ['715', false, refusedWith('201', 'data'), approvedWith('data')],
  ['716', true, ...BAD_PROOF],
  // Scenarios without authentication are authenticated silently, and end as usual.
  ['000', false, ...PROVEN],
  ['051', false, ...NO_FUNDS],
  ['054', false, ...EXPIRED],
];

const BRANDS_BY_PREFIX = [
  ['65', 'ELO'],
  ['34', 'AMEX'],
  ['5', 'MASTERCARD'],
] as const;

export const AUTHENTICATION_CARDS: readonly AuthenticationCard[] = [
  ...LISTED.flatMap(([name, hasChallenge, strict, lenient, numbers]) =>
    numbers
      .split(' ')
      .map((number) => cardOf([name, hasChallenge, strict, lenient], brandOf(number), number)),
  ),
  ...FAMILY.flatMap((row) => FAMILY_BRANDS.map((brand) => cardOf(row, brand, familyCard(brand, row[0])))),
];

function brandOf(number: string): FamilyBrand {
  return BRANDS_BY_PREFIX.find(([prefix]) => number.startsWith(prefix))?.[1] ?? 'VISA';
}

function cardOf(
  [name, hasChallenge, strict, lenient]: Row,
  brand: FamilyBrand,
  number: string,
): AuthenticationCard {
  const must = strict(brand);
  const ends = { 'credit 1': must, debit: must, 'credit 2': lenient(brand) };
  return { name: `${name}, ${brand} ${number}`, number, hasChallenge, ends };
}
