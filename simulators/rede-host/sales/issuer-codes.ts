/** Rede's code for a refusal without a more specific one: talk to the issuer. */
const DEFAULT_CODE = '116';

/** Rede's return code for the scheme's (docs/contract/acquirers.md G.4), where brands agree on what a code means. */
const BY_SCHEME_CODE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '101': '46',
    '102': '03 58',
    '103': '96',
    '104': '04',
    '105': '41 43 62',
    '106': '91',
    '107': '12 30',
    '108': '61 13 23',
    '109': '14',
    '110': '57 39 52 AB AC 79',
    '111': '51',
    '112': '54',
    '113': '59 83',
    '114': '15',
    '115': '65 75',
    '116': '05 55',
    '118': '78',
    '119': '63 N7 82 88',
    '123': 'R0 R1 R3',
    '124': '06 19',
  }).flatMap(([returnCode, codes]) => codes.split(' ').map((code) => [code, returnCode] as const)),
);

/** American Express has refusal codes of its own (H). */
const BY_AMEX_CODE: ReadonlyMap<string, string> = new Map([
  ['100', '116'],
  ['101', '112'],
  ['106', '115'],
  ['109', '102'],
  ['110', '108'],
  ['115', '107'],
  ['116', '111'],
  ['117', '116'],
  ['121', '111'],
  ['122', '109'],
  ['180', '119'],
  ['181', '107'],
  ['200', '105'],
  ['911', '103'],
  ['912', '106'],
]);

/** Rede's return code for an issuer's refusal; the issuer's code itself goes into `brand.returnCode`. */
export function returnCodeFor(brand: string, schemeCode: string): string {
  const codes = brand === 'AMEX' ? BY_AMEX_CODE : BY_SCHEME_CODE;
  return codes.get(schemeCode) ?? BY_SCHEME_CODE.get(schemeCode) ?? DEFAULT_CODE;
}
