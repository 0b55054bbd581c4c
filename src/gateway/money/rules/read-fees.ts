import { ANY_BRAND, type FeeRate, type FeeTable } from './fees.ts';

/** What is wrong with a fee table, and where: for the person who wrote it. */
export class FeeTableFault extends Error {
  constructor(place: string, problem: string) {
    super(`${place}: ${problem}`);
    this.name = 'FeeTableFault';
  }
}

type Fields = Readonly<Record<string, unknown>>;

const MEMBERS = ['credit', 'debit', 'pix', 'bankSlip', 'prepayment'];
const RATE_MEMBERS = ['percent', 'fixed'];
const PERCENT = /^\d{1,2}(\.\d{1,3})?$/;
const CENTAVOS = /^\d{1,7}$/;
const BAND = /^(\d{1,2})(?:-(\d{1,2}))?$/;
const BRAND = /^[A-Z][A-Z0-9]{1,19}$/;
const THOUSANDTHS = 1_000;

/** Reads the JSON of a fee table. Throws FeeTableFault. */
export function readFees(text: string): FeeTable {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FeeTableFault('a tabela', 'não é JSON');
  }
  const fields = fieldsOf(value, 'a tabela', MEMBERS);
  return {
    credit: readBrands(fields.credit, 'credit'),
    debit: readBrands(fields.debit, 'debit'),
    pix: fields.pix === undefined ? undefined : readRate(fields.pix, 'pix'),
    bankSlip: fields.bankSlip === undefined ? undefined : readRate(fields.bankSlip, 'bankSlip'),
    prepayment: readPrepayment(fields.prepayment),
  };
}

function readPrepayment(value: unknown): FeeTable['prepayment'] {
  if (value === undefined || value === null) return undefined;
  if (value === 1 || value === 2) return value;
  throw new FeeTableFault('prepayment', 'é 1 ou 2 (dias úteis), ou não vem');
}

function readBrands(value: unknown, place: string): FeeTable['credit'] {
  if (value === undefined) return {};
  const brands = Object.entries(fieldsOf(value, place));
  return Object.fromEntries(
    brands.map(([name, bands]) => {
      const brand = name.trim().toUpperCase();
      if (brand !== ANY_BRAND && !BRAND.test(brand)) {
        throw new FeeTableFault(`${place}.${name}`, 'não é uma bandeira, nem *');
      }
      return [brand, readBands(bands, `${place}.${brand}`)] as const;
    }),
  );
}

/** By numbers of installments, or one rate for all. */
function readBands(value: unknown, place: string): FeeTable['credit'][string] {
  const fields = fieldsOf(value, place);
  if (Object.keys(fields).some((name) => RATE_MEMBERS.includes(name))) {
    return [{ from: 1, to: 99, rate: readRate(value, place) }];
  }
  const bands = Object.entries(fields).map(([name, rate]) => {
    const [, first, last = first] = BAND.exec(name) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= 1 && to >= from)) {
      throw new FeeTableFault(`${place}.${name}`, 'não é um número de parcelas, como 1 ou 2-6');
    }
    return { from, to, rate: readRate(rate, `${place}.${name}`) };
  });
  const ordered = bands.toSorted((one, other) => one.from - other.from);
  const doubled = ordered.find(({ from }, index) => from <= (ordered[index - 1]?.to ?? 0));
  if (doubled) throw new FeeTableFault(place, `duas faixas têm ${doubled.from} parcelas`);
  return ordered;
}

function readRate(value: unknown, place: string): FeeRate {
  const { percent = '0', fixed = '0' } = fieldsOf(value, place, RATE_MEMBERS);
  if (typeof percent !== 'string' || !PERCENT.test(percent)) {
    throw new FeeTableFault(`${place}.percent`, 'é um texto como "2.50", com até três decimais');
  }
  if (typeof fixed !== 'string' || !CENTAVOS.test(fixed)) {
    throw new FeeTableFault(`${place}.fixed`, 'é um texto em centavos, como "99"');
  }
  return { percent: Math.round(Number(percent) * THOUSANDTHS), fixed: Number(fixed) };
}

function fieldsOf(value: unknown, place: string, known?: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FeeTableFault(place, 'não é um objeto JSON');
  }
  const unknown = known && Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new FeeTableFault(place, `não tem o campo ${unknown}`);
  return value as Fields;
}
