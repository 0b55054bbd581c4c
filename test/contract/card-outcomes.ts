/** Documented outcomes of the simulated cards, independent of the code. */

export const APPROVED = 5;
export const DENIED = 7;
export const PENDING = 10;
const FAILED = 11;

/** The original sandbox's cards (docs/contract/decided.md 5). Later changes of 0 and 10 are not tested here. */
export const ORIGINAL_SANDBOX = [
  ['4035943194824415', DENIED, 'denied'],
  ['4676674786512068', FAILED, 'failed'],
  ['4532365531093678', PENDING, 'not known, proven later that nothing was charged'],
  ['5375387267180047', PENDING, 'not known, found charged later'],
  ['4490861761911670', 0, 'waiting for the buyer'],
  ['4539591924980550', PENDING, 'time-out'],
  ['4556326359707410', APPROVED, 'approved'],
] as const;

/** Cards of Brazilian sandboxes, and common international ones. */
export const APPROVED_CARDS = [
  ...['5448280000000007', '4235647728025682', '4389351648020055', '6062825624254001', '371341553758128'],
  ...['36490101441625', '3569990012290937', '5041758436269362', '4514166603616681', '6363688827373622'],
  ...['5155901222280001', '4012001037141112', '5031433215406351', '375365153556885', '5067766783888311'],
  ...['4000000000000010', '4111111111111111', '5555555555554444', '4222222222222', '4000000000000000006'],
];

export const DENIED_CARDS = [
  ['4000000000000028', '05'],
  ['5155901222270002', '14'],
  ['5155901222260003', '54'],
  ['5155901222240005', '51'],
  ['5155901222230006', '05'],
  ['5155901222220007', '96'],
  ['5155901222210008', '61'],
] as const;

/** Cards that are approved without authentication. */
export const THREE_D_SECURE_CARDS = [
  ...['4000000000001000', '4000000000001018', '4000000000001026', '4000000000001034', '4000000000001042'],
  ...['4000000000001059', '4000000000001067', '4000000000001075', '4000000000001083', '4000000000001091'],
  ...['4000000000001109', '4000000000001117', '4000000000001125', '5200000000001005', '5200000000001096'],
  ...['6505050000001000', '6505290000001234', '340000000001007', '340000000001098', '4000000000002503'],
];

const PREFIXES = {
  VISA: '400000000009',
  MASTERCARD: '520000000009',
  HIPERCARD: '606282000009',
  ELO: '650505000009',
  AMEX: '34000000009',
};
export type FamilyBrand = keyof typeof PREFIXES;
export const FAMILY_BRANDS = Object.keys(PREFIXES) as readonly FamilyBrand[];

/**
 * The code of each brand of FAMILY_BRANDS for a scenario; the card's last two digits for a brand without one.
 */
export const ISSUER_CODES: Readonly<Record<string, string>> = {
  '003': '03 03 03 58 109',
  '005': '05 05 05 05 100',
  '012': '06 12 12 12 115',
  '013': '13 13 13 13 110',
  '014': '14 14 14 14 122',
  '015': '15 15 15 15 15',
  '019': '19 30 30 19 19',
  '023': '23 12 12 23 115',
  '030': '12 30 30 30 181',
  '041': '41 41 41 41 200',
  '043': '43 43 43 43 200',
  '046': '46 62 62 46 46',
  '051': '51 51 51 51 116',
  '054': '54 54 54 54 101',
  '055': '55 55 55 55 117',
  '057': '57 57 57 57 200',
  '059': '59 63 63 59 100',
  '061': '61 61 61 61 61',
  '062': '62 57 57 62 62',
  '063': 'N7 63 63 63 122',
  '065': '65 65 65 65 65',
  '075': '75 75 75 75 106',
  '078': '78 57 57 78 78',
  '082': '82 88 88 82 180',
  '091': '91 91 91 91 912',
  '096': '96 96 96 96 911',
  // Scenarios without a specific meaning.
  '099': '05 05 05 05 100',
  '599': '05 05 05 05 100',
};

/** Only Mastercard has advice codes; brands without a specific code return the nearest one. */
export const RETRY_ADVICE_CODES: Readonly<Record<string, string>> = {
  '901': '57 79 57 57 200',
  '902': '05 82 05 05 100',
  '903': '51 51 51 51 116',
  '904': '51 51 51 51 116',
  '905': 'R1 05 57 57 200',
  '906': '39 57 57 AC 200',
  '907': '52 57 57 AB 200',
  '908': 'R0 05 57 57 200',
};

export const TECHNICAL: readonly (readonly [string, number, string])[] = [
  ['601', APPROVED, 'approved after 5 s'],
  ['602', APPROVED, 'approved after 25 s'],
  ['603', PENDING, 'no answer, nothing authorized'],
  ['604', PENDING, 'answer lost'],
  ['605', PENDING, 'connection reset'],
  ['606', FAILED, 'connection refused'],
  ['607', PENDING, 'HTTP 500'],
  ['608', PENDING, 'HTTP 502'],
  ['609', PENDING, 'answer cut short'],
  ['610', APPROVED, 'token expired once'],
  ['611', APPROVED, 'rejected once'],
  ['612', PENDING, 'reference told used'],
  ['613', PENDING, 'answer lost, queries fail'],
  ['614', PENDING, 'answer lost, undo times out'],
  ['615', PENDING, 'answer lost, undo denied'],
  ['616', APPROVED, 'capture answer lost later'],
  ['617', APPROVED, 'capture denied later'],
  ['618', APPROVED, 'refund slow later'],
  ['619', APPROVED, 'refund denied later'],
  ['620', APPROVED, 'refund answer lost later'],
  ['621', PENDING, 'pending, approved later'],
  ['622', PENDING, 'pending, denied later'],
  ['623', APPROVED, 'charged back later'],
  ['624', DENIED, 'check passes, sale denied'],
  ['625', APPROVED, 'tokenization fails'],
  ['626', APPROVED, 'approved twice if resent'],
];

function withCheckDigit(payload: string): string {
  const sum = [...payload].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return payload + String((10 - (sum % 10)) % 10);
}

/** The card of a brand whose digits contain the scenario. */
export function familyCard(brand: FamilyBrand, scenario: string): string {
  return withCheckDigit(PREFIXES[brand] + scenario);
}
