import { readFileSync } from 'node:fs';
import type { DeclineClass } from '../../src/gateway/providers/outcome.ts';

/** Brands of the card tables. A connector need not know them all. */
export const BRANDS = ['VISA', 'MASTERCARD', 'ELO', 'HIPERCARD', 'AMEX'] as const;
export type Brand = (typeof BRANDS)[number];

/** A card that an issuer always refuses, with the refusal that a connector must report. */
export interface RefusedCard {
  readonly scenario: string;
  readonly brand: Brand;
  readonly number: string;
  /** The card scheme's code. */
  readonly code: string;
  /** Mastercard's merchant advice code. */
  readonly advice: string | undefined;
  readonly declineClass: DeclineClass;
  readonly reversible: boolean;
}

/** Result of 3-D Secure for a card; with a challenge, after the right code. Letters as in EMV's transStatus. */
export type Proof = 'Y' | 'A' | 'N' | 'U' | 'R' | 'not_eligible' | 'data_only' | 'bypassed';

export interface AuthenticatedCard {
  readonly name: string;
  readonly flow: 'frictionless' | 'challenge';
  readonly result: Proof;
  readonly brand: Brand;
  readonly number: string;
  /** The issuer's code when it refuses the authenticated sale. */
  readonly issuerCode: string | undefined;
}

export interface PlainCard {
  readonly brand: string;
  readonly number: string;
}

type Row = Readonly<Record<string, string>>;

export const refusedCards: readonly RefusedCard[] = rowsOf('issuer-refusals').map((row) => ({
  scenario: cell(row, 'scenario'),
  brand: cell(row, 'brand') as Brand,
  number: cell(row, 'number'),
  code: cell(row, 'code'),
  advice: row.advice || undefined,
  declineClass: cell(row, 'class') as DeclineClass,
  reversible: cell(row, 'reversible') === 'yes',
}));

export const authenticatedCards: readonly AuthenticatedCard[] = rowsOf('authentication').flatMap((row) =>
  BRANDS.flatMap((brand, index) =>
    words(row[brand]).map((number) => ({
      name: cell(row, 'name'),
      flow: cell(row, 'flow') as AuthenticatedCard['flow'],
      result: cell(row, 'result') as Proof,
      brand,
      number,
      issuerCode: words(row.issuer_codes)[index],
    })),
  ),
);

export const approvedCards: readonly PlainCard[] = rowsOf('approved').map((row) => ({
  brand: cell(row, 'brand'),
  number: cell(row, 'number'),
}));

const lifeCycle: ReadonlyMap<string, Row> = new Map(
  rowsOf('life-cycle').map((row) => [cell(row, 'scenario'), row]),
);

/** The card of a brand for a technical or life-cycle scenario (6xx). */
export function lifeCycleCard(scenario: string, brand: Brand = 'VISA'): PlainCard {
  return { brand, number: cell(lifeCycle.get(scenario) ?? {}, brand) };
}

/** The refusal of one row, for scenarios of every card (expired, wrong security code …). */
export function refusedCard(scenario: string, brand: Brand): RefusedCard {
  const found = refusedCards.find((card) => card.scenario === scenario && card.brand === brand);
  if (found === undefined) throw new Error(`no card of ${brand} for scenario ${scenario}`);
  return found;
}

function rowsOf(name: string): readonly Row[] {
  const text = readFileSync(new URL(`./cards/${name}.csv`, import.meta.url), 'utf8');
  const [header = '', ...lines] = text.trim().split('\n');
  const columns = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    if (cells.length !== columns.length) throw new Error(`${name}.csv: ${line}`);
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}

function cell(row: Row, column: string): string {
  const value = row[column];
  if (value === undefined || value === '') throw new Error(`no ${column} in ${JSON.stringify(row)}`);
  return value;
}

function words(text = ''): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}
