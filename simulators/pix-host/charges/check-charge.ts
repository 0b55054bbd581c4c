import { cnpj, cpf } from 'cpf-cnpj-validator';
import { type Fields, isObject } from '../../host/fields.ts';
import { type BankClient, ownsKey } from '../access/clients.ts';
import type { BankQuirks } from '../bank-quirks.ts';
import { centavosOf } from '../wire/money.ts';
import { Problem, type Violation } from '../wire/problems.ts';
import type { ChargeKind } from './book.ts';
import { dueDateViolations } from './check-due-date.ts';

const MAX_KEY = 77;
const MAX_MESSAGE = 140;
const MAX_EXTRAS = 50;
const MAX_EXTRA = { nome: 50, valor: 200 } as const;
const MAX_NAME = 200;
const MAX_LIFE_SECONDS = 2_147_483_647;
const CPF = /^\d{11}$/;
const CNPJ = /^[0-9A-Z]{14}$/;
const DIGITS = /^\d+$/;
export const TXID = /^[a-zA-Z0-9]{26,35}$/;

export interface ChargeCheck {
  readonly kind: ChargeKind;
  readonly client: BankClient;
  readonly quirks: BankQuirks;
  readonly now: number;
}

/** Throws a problem that names every member that is wrong. */
export function checkCharge(members: Fields, check: ChargeCheck): void {
  const found = [
    ...calendarViolations(members, check),
    ...amountViolations(members),
    ...keyViolations(members, check.client),
    ...debtorViolations(members, check),
    ...messageViolations(members),
    ...extrasViolations(members),
  ];
  const [first] = found;
  if (!first) return;
  const detail = `O objeto ${check.kind} não respeita o schema: ${first.propriedade} ${first.razao}`;
  throw new Problem(check.kind === 'cob' ? 'CobOperacaoInvalida' : 'CobVOperacaoInvalida', detail, found);
}

function wrong(propriedade: string, razao: string, value?: unknown): Violation {
  return { razao, propriedade, ...(value === undefined ? {} : { valor: String(value) }) };
}

function calendarViolations({ calendario }: Fields, { kind, now }: ChargeCheck): Violation[] {
  if (!isObject(calendario)) return [wrong('calendario', 'é obrigatório')];
  if (kind === 'cobv') return dueDateViolations(calendario, now);
  const { expiracao } = calendario;
  const isGood = expiracao === undefined || isWhole(expiracao, 1, MAX_LIFE_SECONDS);
  return isGood ? [] : [wrong('calendario.expiracao', 'deve ser maior do que zero', expiracao)];
}

function amountViolations({ valor }: Fields): Violation[] {
  if (!isObject(valor)) return [wrong('valor', 'é obrigatório')];
  const { original, modalidadeAlteracao, retirada } = valor;
  const found: Violation[] = [];
  const centavos = centavosOf(original);
  if (centavos === undefined) found.push(wrong('valor.original', 'não respeita o schema', original ?? ''));
  if (centavos === 0) found.push(wrong('valor.original', 'deve ser maior do que zero', original));
  if (modalidadeAlteracao !== undefined && !isWhole(modalidadeAlteracao, 0, 1)) {
    found.push(wrong('valor.modalidadeAlteracao', 'deve ser 0 ou 1', modalidadeAlteracao));
  }
  if (retirada !== undefined) found.push(wrong('valor.retirada', 'não está habilitada para o recebedor'));
  return found;
}

function keyViolations({ chave }: Fields, client: BankClient): Violation[] {
  if (typeof chave !== 'string' || chave === '') return [wrong('chave', 'é obrigatória')];
  if (chave.length > MAX_KEY) return [wrong('chave', `passa de ${MAX_KEY} caracteres`)];
  return ownsKey(client, chave) ? [] : [wrong('chave', 'não pertence ao usuário recebedor', chave)];
}

function debtorViolations({ devedor }: Fields, { kind, quirks }: ChargeCheck): Violation[] {
  if (devedor === undefined) return kind === 'cobv' ? [wrong('devedor', 'é obrigatório')] : [];
  if (!isObject(devedor)) return [wrong('devedor', 'não respeita o schema')];
  const found = [...documentViolations(devedor), ...nameViolations(devedor)];
  if (devedor.email !== undefined && kind === 'cob' && quirks.refusesEmail) {
    found.push(wrong('devedor.email', 'não é aceito em cob'));
  }
  return found;
}

function documentViolations({ cpf: person, cnpj: company }: Fields): Violation[] {
  if (person !== undefined && company !== undefined) {
    return [wrong('devedor', 'cpf e cnpj não podem vir juntos')];
  }
  if (company !== undefined) return isCnpj(company) ? [] : [wrong('devedor.cnpj', 'é inválido', company)];
  if (person === undefined) return [wrong('devedor', 'cpf ou cnpj é obrigatório')];
  return isCpf(person) ? [] : [wrong('devedor.cpf', 'é inválido', person)];
}

function nameViolations({ nome }: Fields): Violation[] {
  if (typeof nome !== 'string' || nome.trim() === '') return [wrong('devedor.nome', 'é obrigatório')];
  return nome.length <= MAX_NAME ? [] : [wrong('devedor.nome', `passa de ${MAX_NAME} caracteres`)];
}

function messageViolations({ solicitacaoPagador: text }: Fields): Violation[] {
  if (text === undefined) return [];
  const isGood = typeof text === 'string' && text.length <= MAX_MESSAGE;
  return isGood ? [] : [wrong('solicitacaoPagador', `deve ser um texto de até ${MAX_MESSAGE} caracteres`)];
}

function extrasViolations({ infoAdicionais: extras }: Fields): Violation[] {
  if (extras === undefined) return [];
  if (!Array.isArray(extras) || extras.length > MAX_EXTRAS) {
    return [wrong('infoAdicionais', `deve ser uma lista de até ${MAX_EXTRAS}`)];
  }
  return extras.flatMap((extra: unknown, index) =>
    (['nome', 'valor'] as const).flatMap((name) => {
      const text = isObject(extra) ? extra[name] : undefined;
      const isGood = typeof text === 'string' && text !== '' && text.length <= MAX_EXTRA[name];
      return isGood ? [] : [wrong(`infoAdicionais[${index}].${name}`, 'não respeita o schema')];
    }),
  );
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

function isCpf(value: unknown): boolean {
  return typeof value === 'string' && CPF.test(value) && cpf.isValid(value);
}

/** Since 2026 a CNPJ may hold letters; the check digits of those are not looked at. */
function isCnpj(value: unknown): boolean {
  if (typeof value !== 'string' || !CNPJ.test(value)) return false;
  return DIGITS.test(value) ? cnpj.isValid(value) : true;
}
