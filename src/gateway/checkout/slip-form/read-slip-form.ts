import { readDocument } from '../../../accounts/persons/index.ts';
import { cityOfCep, STATES, stateOfCep } from '../../../platform/text/places-by-cep.ts';
import type { SlipChoice } from '../../kinds/slip/index.ts';
import { formKeyOf } from '../page/read-form.ts';

/** In the order of the form. */
const SLIP_FIELDS = [
  'valor',
  'pagador',
  'documento',
  'email',
  'cep',
  'rua',
  'lugar',
  'complemento',
  'bairro',
  'cidade',
  'uf',
] as const;

export type SlipField = (typeof SLIP_FIELDS)[number];
/** Shown in the form again. */
export type TypedSlip = Readonly<Record<SlipField, string>>;
export type SlipErrors = Readonly<Partial<Record<SlipField, string>>>;

export const NO_SLIP_TYPED = Object.fromEntries(SLIP_FIELDS.map((name) => [name, ''])) as TypedSlip;

/** What banks take of each. */
export const LONGEST: Readonly<Partial<Record<SlipField, number>>> = {
  pagador: 100,
  email: 100,
  rua: 60,
  lugar: 10,
  complemento: 150,
  bairro: 80,
  cidade: 30,
};
const MAX_FIELD = 200;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is told beside a field that is missing or cannot be read; the page's script tells the same. */
export const SLIP_WRONG = {
  pagador: 'Digite o nome de quem vai pagar.',
  documento: 'Confira o CPF ou CNPJ.',
  email: 'Confira o e-mail, ou deixe em branco.',
  cep: 'Digite os 8 números do CEP.',
  rua: 'Digite a rua ou avenida.',
  lugar: 'Digite o número, ou S/N.',
  bairro: 'Digite o bairro.',
  cidade: 'Digite a cidade.',
  uf: 'Escolha o estado.',
} as const satisfies Partial<Record<SlipField, string>>;

export interface ReadSlipForm {
  readonly typed: TypedSlip;
  readonly errors: SlipErrors;
  /** Idempotency key of the sent form; empty if it is not one of ours. */
  readonly formKey: string;
  /** Valid only if there are no errors. */
  readonly payment: SlipChoice;
}

/** Reads who pays a slip, and where he lives. State and, of some, city follow from the CEP. */
export function readSlipForm(form: URLSearchParams): ReadSlipForm {
  const sent = Object.fromEntries(SLIP_FIELDS.map((name) => [name, plain(form.get(name) ?? '')])) as Record<
    SlipField,
    string
  >;
  const cep = sent.cep.replaceAll(/[\s.-]/g, '');
  const isCep = /^\d{8}$/.test(cep);
  const typed = {
    ...sent,
    cidade: sent.cidade || (isCep ? (cityOfCep(cep) ?? '') : ''),
    uf: sent.uf.toUpperCase() || (isCep ? (stateOfCep(cep) ?? '') : ''),
  };
  const document = readDocument(typed.documento, true);
  return {
    typed,
    errors: errorsOf(typed, { cep: isCep ? cep : undefined, hasDocument: document !== undefined }),
    formKey: formKeyOf(form),
    payment: {
      kind: 'bankSlip',
      customer: {
        name: typed.pagador,
        document: document?.text,
        email: typed.email === '' ? undefined : typed.email,
      },
      address: {
        street: typed.rua,
        number: typed.lugar,
        complement: typed.complemento === '' ? undefined : typed.complemento,
        district: typed.bairro,
        zipcode: cep,
        city: typed.cidade,
        state: typed.uf,
      },
    },
  };
}

function errorsOf(
  typed: TypedSlip,
  { cep, hasDocument }: { readonly cep: string | undefined; readonly hasDocument: boolean },
): SlipErrors {
  const isMissing: Partial<Record<SlipField, boolean>> = {
    pagador: typed.pagador === '',
    documento: !hasDocument,
    email: typed.email !== '' && !EMAIL.test(typed.email),
    cep: cep === undefined,
    rua: typed.rua === '',
    lugar: typed.lugar === '',
    bairro: typed.bairro === '',
    cidade: typed.cidade === '',
    uf: !STATES.includes(typed.uf),
  };
  const errors: Partial<Record<SlipField, string>> = {};
  for (const name of SLIP_FIELDS) {
    const longest = LONGEST[name];
    if (isMissing[name]) errors[name] = SLIP_WRONG[name as keyof typeof SLIP_WRONG];
    else if (longest !== undefined && typed[name].length > longest)
      errors[name] = `Use no máximo ${longest} letras.`;
  }
  const state = cep === undefined ? undefined : stateOfCep(cep);
  if (!errors.uf && state !== undefined && state !== typed.uf) errors.uf = `Este CEP é de ${state}.`;
  return errors;
}

/** Without characters that databases refuse, and limited in length. */
function plain(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_FIELD);
}
