import { readDocument } from '../../../accounts/persons/index.ts';
import { Secret } from '../../../platform/secret.ts';
import { codeLengthOf, exposesCardNumber, isCardNumber, normalizeCardNumber } from '../../card-data/index.ts';
import type { CardChoice } from '../../kinds/card/index.ts';
import { isExpired, readExpiry } from './expiry.ts';
import { readBrowser } from './read-browser.ts';

const FIELDS = [
  'valor',
  'tipo',
  'numero',
  'validade',
  'cvv',
  'nome',
  'documento',
  'parcelas',
  'guardar',
] as const;
const MAX_NAME = 100;
const MAX_FIELD = 200;
export const EXPIRY_WRONG = 'Digite mês e ano, como 08/31.';
export const CODE_WRONG = 'Confira o código: 3 dígitos no verso, 4 na frente do Amex.';
export const CARD_EXPIRED = 'Este cartão está vencido. Confira a validade, ou use outro.';
/** What the box sends by which the buyer agrees that the card is kept. */
export const KEEPS_CARD = 'sim';
const FORM_KEY = /^[\w-]{1,64}$/;

export type FormName = (typeof FIELDS)[number];
/**
 * The typed texts, to show in the form again. Number and code are never shown again, nor a card number typed as the
 * name.
 */
export type TypedForm = Readonly<Record<FormName, string>>;
/** Messages beside the fields, in the order of the form. */
export type FieldErrors = Readonly<Partial<Record<FormName, string>>>;

export const NOTHING_TYPED: TypedForm = {
  valor: '',
  tipo: '',
  numero: '',
  validade: '',
  cvv: '',
  nome: '',
  documento: '',
  parcelas: '',
  guardar: '',
};

export interface ReadForm {
  readonly typed: TypedForm;
  readonly errors: FieldErrors;
  /** Idempotency key of the sent form; empty if it is not one of ours. */
  readonly formKey: string;
  /** Valid only if there are no errors. */
  readonly payment: CardChoice;
}

/** Reads a posted form. Portuguese errors, one for each field. */
export function readForm(
  form: URLSearchParams,
  options: {
    readonly types: 'any' | 'credit' | 'debit';
    readonly asksDocument: boolean;
    readonly checkDocuments: boolean;
    readonly headers: Readonly<Record<string, unknown>>;
    /** Milliseconds since 1970. */
    readonly now: number;
  },
): ReadForm {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, plain(form.get(name) ?? '')])) as Record<
    FormName,
    string
  >;
  const type = options.types === 'any' ? (typed.tipo === 'debito' ? 'debit' : 'credit') : options.types;
  const digits = normalizeCardNumber(typed.numero);
  const expiry = readExpiry(typed.validade);
  const code = typed.cvv.replace(/\s/g, '');
  const document = options.asksDocument ? readDocument(typed.documento, options.checkDocuments) : undefined;
  const errors: Partial<Record<FormName, string>> = {};
  if (!isCardNumber(digits)) errors.numero = 'Confira o número do cartão.';
  if (!expiry) errors.validade = EXPIRY_WRONG;
  else if (isExpired(expiry, options.now)) errors.validade = CARD_EXPIRED;
  if (!isCode(code, digits)) errors.cvv = CODE_WRONG;
  const wrongName = nameFault(typed.nome, digits);
  if (wrongName) errors.nome = wrongName.text;
  if (wrongName?.isExposed) typed.nome = '';
  if (options.asksDocument && !document) errors.documento = 'Confira o CPF ou CNPJ.';
  const browser = readBrowser(form, options.headers);
  const { userAgent, ...device } = browser;
  return {
    typed,
    errors,
    formKey: formKeyOf(form),
    payment: {
      kind: 'card',
      type,
      installments: type === 'debit' ? 1 : installmentsOf(typed.parcelas),
      cardFields: {
        number: new Secret(digits),
        cvv: new Secret(code),
        expirationMonth: expiry?.month,
        expirationYear: expiry?.year,
        holderName: typed.nome,
        brand: undefined,
      },
      customer: document && { document: document.text },
      userAgent,
      device,
      buyer: { kind: 'complete', device: browser },
      keepsCard: typed.guardar === KEEPS_CARD,
    },
  };
}

/** Idempotency key of the sent form; empty if it is not one of ours. */
export function formKeyOf(form: URLSearchParams): string {
  const formKey = form.get('chave') ?? '';
  return FORM_KEY.test(formKey) ? formKey : '';
}

/** Whether it has as many digits as the brand of the number wants. */
function isCode(text: string, number: string): boolean {
  const wanted = codeLengthOf(number);
  return /^\d{3,4}$/.test(text) && (wanted === undefined || text.length === wanted);
}

/** The message about a name, and whether it contains a card number. */
function nameFault(name: string, number: string): { text: string; isExposed: boolean } | undefined {
  if (exposesCardNumber(name, isCardNumber(number) ? number : undefined)) {
    return { text: 'Confira o nome: digite só o que está impresso no cartão.', isExposed: true };
  }
  if (name !== '' && name.length <= MAX_NAME) return undefined;
  return { text: 'Digite o nome como está no cartão.', isExposed: false };
}

/** 1 if nothing was chosen; 0 for a value that the form does not offer. */
function installmentsOf(text: string): number {
  if (text === '') return 1;
  return /^\d{1,2}$/.test(text) ? Number(text) : 0;
}

/** Without characters that databases refuse, and limited in length. */
function plain(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_FIELD);
}
