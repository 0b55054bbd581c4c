import { issuerScenarios } from '../../abecs/index.ts';

/** A decline by the issuer, as data: its code depends on the brand. */
export interface IssuerRefusal {
  /** Three digits that stand for a code of the ABECS table. */
  readonly scenario: string;
  /** Brands in capitals that use another code, for Mastercard with its merchant advice code. */
  readonly byBrand?: Readonly<Record<string, { readonly code: string; readonly adviceCode?: string }>>;
  /** Of every brand, with the advice code that Mastercard gives. */
  readonly code?: string;
  readonly adviceCode?: string;
}

/**
 * Scenarios 901–909: declines that say when to try again (docs/contract/acquirers.md I.4). Brands without such a code
 * use the nearest common one.
 */
const RETRY_ADVICE: Readonly<Record<string, IssuerRefusal>> = {
  '901': { scenario: '057', byBrand: { MASTERCARD: { code: '79', adviceCode: '03' } } },
  '902': { scenario: '005', byBrand: { MASTERCARD: { code: '82', adviceCode: '02' } } },
  '903': { scenario: '051', byBrand: { MASTERCARD: { code: '51', adviceCode: '24' } } },
  '904': { scenario: '051', byBrand: { MASTERCARD: { code: '51', adviceCode: '25' } } },
  '905': { scenario: '057', byBrand: { VISA: { code: 'R1' }, MASTERCARD: { code: '05', adviceCode: '21' } } },
  '906': { scenario: '057', byBrand: { ELO: { code: 'AC' }, VISA: { code: '39' } } },
  '907': { scenario: '057', byBrand: { ELO: { code: 'AB' }, VISA: { code: '52' } } },
  '908': { scenario: '057', byBrand: { VISA: { code: 'R0' }, MASTERCARD: { code: '05', adviceCode: '21' } } },
  '909': {
    scenario: '051',
    byBrand: { VISA: { code: '83' }, ELO: { code: '5C' }, MASTERCARD: { code: '51', adviceCode: '06' } },
  },
};

const NAMED = /^code ([0-9A-Z]{2,3})(?: (\w{1,4}))?$/;

/** A refusal with this code of the issuer, whatever the brand, and on Mastercard with this advice code. */
export interface ChosenCode {
  readonly code: string;
  readonly advice?: string | undefined;
}

/** The scenario that refuses so. Its name says all, because the book keeps only that. */
export function nameOfCode({ code, advice }: ChosenCode): string {
  return advice === undefined ? `code ${code}` : `code ${code} ${advice}`;
}

/** Undefined for a name that is no such scenario's. */
export function refusalNamed(name: string): IssuerRefusal | undefined {
  const [, code, advice] = NAMED.exec(name) ?? [];
  if (code === undefined) return undefined;
  return { scenario: '005', code, ...(advice === undefined ? {} : { adviceCode: advice }) };
}

/** Every scenario in which only the issuer's answer differs from a plain approval. */
export const issuerRefusals: ReadonlyMap<string, IssuerRefusal> = new Map<string, IssuerRefusal>([
  ...issuerScenarios.map((scenario) => [scenario, { scenario }] as const),
  ...Object.entries(RETRY_ADVICE),
]);

/** Reasons for which any card is declined, whatever its scenario (docs/contract/acquirers.md I.1). */
export const commonRefusals = {
  expired: { scenario: '054' },
  wrongSecurityCode: { scenario: '063' },
  amountOverLimit: { scenario: '061' },
} as const satisfies Record<string, IssuerRefusal>;
