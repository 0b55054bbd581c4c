import type { NewSlipBody, SlipWay } from '../../../../../src/panel/charge/schema.ts';
import type { ClientDetail } from '../../../../../src/panel/clients/schema.ts';

export type PossibleSlip = Extract<SlipWay, { possible: true }>;

/** The address of who pays, as banks take it. */
export const PAYER_FIELDS = [
  { name: 'postalCode', label: 'CEP', longest: 10, optional: false },
  { name: 'street', label: 'Logradouro', longest: 60, optional: false },
  { name: 'number', label: 'Número', longest: 10, optional: false },
  { name: 'complement', label: 'Complemento', longest: 150, optional: true },
  { name: 'district', label: 'Bairro', longest: 80, optional: false },
  { name: 'city', label: 'Cidade', longest: 30, optional: false },
  { name: 'state', label: 'UF', longest: 2, optional: false },
] as const satisfies readonly {
  readonly name: string;
  readonly label: string;
  readonly longest: number;
  readonly optional: boolean;
}[];

const NO_ADDRESS = {
  ...{ postalCode: '', street: '', number: '', complement: '' },
  ...{ district: '', city: '', state: '' },
};

export const EMPTY_SLIP = {
  ...NO_ADDRESS,
  amount: null as number | null,
  ...{ dueOn: '', description: '', customerName: '', customerDocument: '', customerEmail: '' },
  ...{ instructions: '', referenceId: '' },
  payableDaysAfterDue: '' as string | number,
  fine: '' as string | number,
  interest: '' as string | number,
};

/** What a form takes over of a client: all of who pays, so that nothing of another one is left. */
export function payerOfClient({ name, document, email, address }: ClientDetail) {
  const { streetType, street, ...others } = address;
  return {
    ...NO_ADDRESS,
    customerName: name ?? '',
    customerDocument: document,
    customerEmail: email ?? '',
    ...others,
    street: [streetType, street].filter(Boolean).join(' '),
  };
}

/** What is asked for; fields that were left empty are absent. */
export function bodyOfSlip(values: typeof EMPTY_SLIP): NewSlipBody {
  const { amount, dueOn, customerName, customerDocument, payableDaysAfterDue, fine, interest } = values;
  const { description, referenceId, customerEmail, instructions } = values;
  const address = Object.fromEntries(PAYER_FIELDS.map(({ name }) => [name, values[name]]));
  return {
    ...{ amount: amount ?? 0, dueOn, customerName, customerDocument },
    address: filled(address),
    ...filled({ description, referenceId, customerEmail, instructions }),
    ...(payableDaysAfterDue !== '' && { payableDaysAfterDue: Number(payableDaysAfterDue) }),
    ...(fine !== '' && { fine: hundredths(fine) }),
    ...(interest !== '' && { interest: hundredths(interest) }),
  };
}

function filled(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
}

function hundredths(percent: string | number): number {
  return Math.round(Number(percent) * 100);
}
